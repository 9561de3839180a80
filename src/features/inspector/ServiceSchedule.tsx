import { distributionMean } from '../../../core/distributions/distribution-moments.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import type { ChangeNode } from './inspector-types.ts';
import type { Reading } from './quantity-props.ts';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { firstFrameAt } from './schedule-edits.ts';

export interface ServiceScheduleProps {
  readonly stage: StageNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** How the service times of a stage change. */
export function ServiceSchedule({ stage, reading, change }: ServiceScheduleProps) {
  const { schedule, service } = stage;
  return (
    <ScheduleEditor
      explanation="Service times that change at given moments. The distribution above holds before the first frame."
      schedule={schedule}
      next={(from) => ({ from, service: schedule?.frames.at(-1)?.service ?? service })}
      firstFrom={firstFrameAt(distributionMean(service))}
      reading={reading}
      onChange={(next, gesture) => change('Change schedule', { schedule: next }, gesture)}
    >
      {(frame, onChange) => (
        <ServiceDistributionEditor
          distribution={frame.service}
          reading={reading}
          onChange={(distribution, gesture) => onChange({ ...frame, service: distribution }, gesture)}
        />
      )}
    </ScheduleEditor>
  );
}
