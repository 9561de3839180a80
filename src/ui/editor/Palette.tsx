import type { NodeKind } from '../../../core/scenario/scenario.ts';
import { KindIcon } from './KindIcon.tsx';
import { KINDS, startPaletteDrag } from './palette-drag.ts';

interface PaletteProps {
  /** Pressed, not dragged: the editor chooses the place. */
  onAdd(kind: NodeKind): void;
  readonly disabled?: boolean;
}

const WORDS: Readonly<Record<NodeKind, { readonly name: string; readonly meaning: string }>> = {
  source: { name: 'Source', meaning: 'Where elements enter' },
  stage: { name: 'Stage', meaning: 'A queue and its servers' },
  delay: { name: 'Delay', meaning: 'A time that every element spends on its own' },
  router: { name: 'Router', meaning: 'Sends elements on at once' },
  fork: { name: 'Fork', meaning: 'Splits each element into one task per link' },
  join: { name: 'Join', meaning: 'Puts the tasks of one element together again' },
  sink: { name: 'Sink', meaning: 'Where elements leave' },
};

/** The kinds of node, to drag onto the drawing or to press. */
export function Palette({ onAdd, disabled = false }: PaletteProps) {
  return (
    <div className="g-palette" role="toolbar" aria-label="Add to the graph">
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="g-palette-item"
          disabled={disabled}
          draggable={!disabled}
          title={`${WORDS[kind].meaning}. Drag it onto the graph, onto a link, or press.`}
          onDragStart={(event) => startPaletteDrag(event.dataTransfer, kind)}
          onClick={() => onAdd(kind)}
        >
          <KindIcon kind={kind} />
          {WORDS[kind].name}
        </button>
      ))}
    </div>
  );
}
