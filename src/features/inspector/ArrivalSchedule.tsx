import { distributionMean } from '../../../core/distributions/distribution-moments.ts';
import type { ArrivalFrame, SourceNode } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DistributionEditor } from './DistributionEditor.tsx';
import { HELP } from './help.ts';
import type { ChangeNode } from './inspector-types.ts';
import type { Reading } from './quantity-props.ts';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { firstFrameAt } from './schedule-edits.ts';

export interface ArrivalScheduleProps {
  readonly source: SourceNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** How the arrivals of a source change. */
export function ArrivalSchedule({ source, reading, change }: ArrivalScheduleProps) {
  const { schedule, interarrival } = source;
  return (
    <ScheduleEditor
      explanation="Arrivals that change at given moments. The distribution above holds before the first frame."
      schedule={schedule}
      next={(from) => ({ from, interarrival: schedule?.frames.at(-1)?.interarrival ?? interarrival })}
      firstFrom={firstFrameAt(distributionMean(interarrival))}
      reading={reading}
      onChange={(next, gesture) => change('Change schedule', { schedule: next }, gesture)}
    >
      {(frame, onChange) => (
        <FrameFields frame={frame} source={source} reading={reading} onChange={onChange} />
      )}
    </ScheduleEditor>
  );
}

const WHETHER: readonly Choice<'distribution' | 'nothing'>[] = [
  {
    value: 'distribution',
    label: 'By a distribution',
    hint: 'batches arrive, with times between them by a distribution',
  },
  { value: 'nothing', label: 'Nothing', hint: 'nothing arrives until the next frame' },
];

interface FrameFieldsProps {
  readonly frame: ArrivalFrame;
  readonly source: SourceNode;
  readonly reading: Reading;
  readonly onChange: (frame: ArrivalFrame, gesture?: string) => void;
}

function FrameFields({ frame, source, reading, onChange }: FrameFieldsProps) {
  const { from, interarrival } = frame;
  return (
    <>
      <ChoiceField
        label="Arrives"
        help={HELP.frameArrivals}
        value={interarrival ? 'distribution' : 'nothing'}
        choices={WHETHER}
        onChange={(chosen) =>
          onChange(chosen === 'distribution' ? { from, interarrival: source.interarrival } : { from })
        }
      />
      {interarrival && (
        <DistributionEditor
          of="arrivals"
          distribution={interarrival}
          reading={reading}
          onChange={(distribution, gesture) => onChange({ from, interarrival: distribution }, gesture)}
        />
      )}
    </>
  );
}
