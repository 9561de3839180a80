/** Generated runs, reduced and judged. */
import type { ReducedMeasurement } from '../measure/contract.ts';
import { reduceMeasurement } from '../measure/reduce-measurement.ts';
import type { VirtualQueueJudgement, VirtualQueueQuestion } from './contract.ts';
import { type BenchmarkPlan, generateTrace, writeEvents } from './generate-benchmarks.ts';
import { judgeVirtualQueue } from './judge-virtual-queue.ts';

export async function reduced(text: string): Promise<ReducedMeasurement> {
  const answer = await reduceMeasurement(new Blob([text]), { fileName: 'generated' });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

export function measuredRun(plan: BenchmarkPlan, frames = 4): Promise<ReducedMeasurement> {
  const trace = generateTrace(plan);
  const end = trace.insertion.at(-1)!;
  return reduced(writeEvents({ trace, ...(plan.bus && { bus: plan.bus }), frame: end / frames, end }));
}

export async function judged(
  measurement: ReducedMeasurement,
  question: Omit<VirtualQueueQuestion, 'queue'> = {},
): Promise<VirtualQueueJudgement> {
  const report = await judgeVirtualQueue(measurement, { queue: 'queue', ...question });
  if (report.kind === 'refused') throw new Error(report.reason);
  return report;
}

export async function refusal(
  measurement: ReducedMeasurement,
  question: Partial<VirtualQueueQuestion> = {},
): Promise<string> {
  const report = await judgeVirtualQueue(measurement, { queue: 'queue', ...question });
  return report.kind === 'refused' ? report.reason : '';
}
