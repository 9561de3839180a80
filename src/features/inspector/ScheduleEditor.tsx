import type { ReactNode } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Schedule } from '../../../core/scenario/scenario.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { HELP } from './help.ts';
import { ItemCard } from './ItemCard.tsx';
import { quantityProps, type Reading } from './quantity-props.ts';
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
    <Disclosure title="Schedule" summary={summary(schedule, reading)} defaultOpen={frames.length > 0}>
      <p className="i-note">{explanation}</p>
      {schedule &&
        frames.map((frame, index) => {
          const change = (changed: F, gesture?: string) =>
            onChange(changeFrame(schedule, index, changed), gesture);
          return (
            <FrameCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place in the order
              key={index}
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
          );
        })}
      {schedule && (
        <QuantityField
          label="Period"
          help={HELP.period}
          value={schedule.period}
          placeholder="the last stays"
          logScrub
          onChange={(period, gesture) => onChange(withPeriod(schedule, period), gesture)}
          {...quantityProps('time', reading, { optional: true, above: frames.at(-1)?.from ?? 0 })}
        />
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
      <QuantityField
        label="From"
        help={HELP.frameFrom}
        value={from}
        onChange={(next, gesture) => next !== undefined && onFrom(next, gesture)}
        {...quantityProps('time', reading, limits)}
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
