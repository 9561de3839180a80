/** The study beside its answers; where there is no width for that, one line above them that opens. */

import { findParameter } from '../../../core/study/parameters.ts';
import type { Study } from '../../../core/study/study.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { useExplore } from './explore-store.ts';
import { pointCount } from './point-count.ts';
import { StudyEditor } from './StudyEditor.tsx';
import { useNarrow } from './use-narrow.ts';

export function StudyForm({ study }: { readonly study: Study }) {
  const { faults, count } = useExplore();
  if (!useNarrow()) return <StudyEditor study={study} />;
  const [fault] = faults;
  const words = [variedWords(study), ...(count === undefined ? [] : [pointCount(count)])].join(', ');
  return (
    <Disclosure
      title="Study"
      remember="explore-study"
      defaultOpen={false}
      summary={fault === undefined ? words : <span className="explore-fault">✕ {fault}</span>}
    >
      <StudyEditor study={study} />
    </Disclosure>
  );
}

function variedWords({ scenario, vary }: Study): string {
  if (vary.length === 0) return 'nothing varied';
  return vary
    .map(({ path }) => {
      const found = findParameter(scenario, path);
      return found.ok ? found.value.parameter.words : path;
    })
    .join(' × ');
}
