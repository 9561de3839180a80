import { lawMean } from '../../../core/distributions/law-moments.ts';
import type { ArrivalFrame, SourceNode } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { HELP } from './help.ts';
import type { ChangeNode } from './inspector-types.ts';
import { LawEditor } from './LawEditor.tsx';
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
      explanation="Arrivals that change at given moments. The law above holds before the first frame."
      schedule={schedule}
      next={(from) => ({ from, interarrival: schedule?.frames.at(-1)?.interarrival ?? interarrival })}
      firstFrom={firstFrameAt(lawMean(interarrival))}
      reading={reading}
      onChange={(next, gesture) => change('Change schedule', { schedule: next }, gesture)}
    >
      {(frame, onChange) => (
        <FrameFields frame={frame} source={source} reading={reading} onChange={onChange} />
      )}
    </ScheduleEditor>
  );
}

const WHETHER: readonly Choice<'law' | 'nothing'>[] = [
  { value: 'law', label: 'By a law', hint: 'batches arrive, with times between them by a law' },
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
        value={interarrival ? 'law' : 'nothing'}
        choices={WHETHER}
        onChange={(chosen) =>
          onChange(chosen === 'law' ? { from, interarrival: source.interarrival } : { from })
        }
      />
      {interarrival && (
        <LawEditor
          of="arrivals"
          law={interarrival}
          reading={reading}
          onChange={(law, gesture) => onChange({ from, interarrival: law }, gesture)}
        />
      )}
    </>
  );
}
