import type { ReactNode } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { Schedule } from '../../../core/scenario/scenario.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { TypedPart } from '../../ui/widgets/typed-forms.tsx';
import { ItemCard } from './ItemCard.tsx';
import { PlainField } from './PlainField.tsx';
import type { Reading } from './quantity-props.ts';
import { addFrame, changeFrame, removeFrame, withPeriod } from './schedule-edits.ts';

interface Frame {
  readonly from: number;
}

export interface ScheduleEditorProps<F extends Frame> {
  /** In one sentence, what changes and what holds before. */
  readonly explanation: string;
  readonly schedule: Schedule<F> | undefined;
  /** A new frame, as the one before it. */
  readonly next: (from: number) => F;
  /** Where the first one begins, s. */
  readonly firstFrom: number;
  readonly reading: Reading;
  readonly onChange: (schedule: Schedule<F> | undefined, gesture?: string) => void;
  /** The fields of a frame beside its beginning. */
  readonly children: (frame: F, onChange: (frame: F, gesture?: string) => void) => ReactNode;
}

/** Distributions that change at given moments. */
export function ScheduleEditor<F extends Frame>(props: ScheduleEditorProps<F>) {
  const { explanation, schedule, next, firstFrom, reading, onChange, children } = props;
  const frames = schedule?.frames ?? [];
  return (
    <Disclosure title="Schedule" summary={summary(schedule, reading)}>
      <p className="i-note">{explanation}</p>
      {schedule &&
        frames.map((frame, index) => {
          const change = (changed: F, gesture?: string) =>
            onChange(changeFrame(schedule, index, changed), gesture);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place in the order
            <TypedPart key={index} name={`schedule.frames.${index}`}>
              <FrameCard
                number={index + 1}
                from={frame.from}
                above={frames[index - 1]?.from}
                below={frames[index + 1]?.from ?? schedule.period}
                reading={reading}
                onFrom={(from, gesture) => change({ ...frame, from }, gesture)}
                onRemove={() => onChange(removeFrame(schedule, index))}
              >
                {children(frame, change)}
              </FrameCard>
            </TypedPart>
          );
        })}
      {schedule && (
        <TypedPart name="schedule">
          <PlainField
            rows={FIELDS.serviceSchedule}
            name="period"
            holder={schedule}
            change={(_, { period }, gesture) => onChange(withPeriod(schedule, period), gesture)}
            reading={reading}
            limits={{ above: frames.at(-1)?.from ?? 0 }}
            logScrub
          />
        </TypedPart>
      )}
      <div className="i-row">
        <Button
          size="small"
          icon={<PlusIcon size={14} />}
          onClick={() => onChange(addFrame(schedule, next, firstFrom))}
        >
          Add a frame
        </Button>
      </div>
    </Disclosure>
  );
}

interface FrameCardProps {
  readonly number: number;
  readonly from: number;
  /** The frame begins after this, and before that. */
  readonly above: number | undefined;
  readonly below: number | undefined;
  readonly reading: Reading;
  readonly onFrom: (from: number, gesture?: string) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function FrameCard({ number, from, above, below, reading, onFrom, onRemove, children }: FrameCardProps) {
  const limits = { ...(above !== undefined && { above }), ...(below !== undefined && { below }) };
  return (
    <ItemCard
      label={`Frame ${number}`}
      title={`Frame ${number}`}
      removal={{ label: `Remove frame ${number}`, run: onRemove }}
    >
      <PlainField
        rows={FIELDS.serviceFrame}
        name="from"
        holder={{ from }}
        change={(_, next, gesture) => next.from !== undefined && onFrom(next.from, gesture)}
        reading={reading}
        limits={limits}
      />
      {children}
    </ItemCard>
  );
}

function summary(schedule: Schedule<Frame> | undefined, { timeUnit }: Reading): string {
  if (!schedule) return 'none';
  const frames = schedule.frames.length === 1 ? '1 frame' : `${schedule.frames.length} frames`;
  if (schedule.period === undefined) return frames;
  return `${frames}, again after ${formatQuantity(schedule.period, 'time', { timeUnit })}`;
}
