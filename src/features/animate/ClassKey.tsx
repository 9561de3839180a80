import type { Scenario } from '../../../core/scenario/scenario.ts';
import { DOT_KINDS } from '../../ui/editor/MovingDots.tsx';

/** Which dots are of which class; nothing where all are of one. */
export function ClassKey({ classes = [] }: Pick<Scenario, 'classes'>) {
  if (classes.length < 2) return null;
  return (
    <ul className="animation__classes" aria-label="Classes">
      {classes.map(({ id, name }, place) => (
        <li key={id}>
          <span className="g-dot" data-kind={place % DOT_KINDS} aria-hidden="true" />
          {name ?? id}
        </li>
      ))}
    </ul>
  );
}
