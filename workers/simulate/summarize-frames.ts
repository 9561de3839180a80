/** Means over time: what stages and groups did in each frame, over the replications. */

import type { Estimate } from '../../core/measures/measures.ts';
import { isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import type { FrameGrid, FramesEstimate, StageFrames } from './contract.ts';
import { definedOnly, estimate } from './estimates.ts';
import type { FramesRecord, ReplicationRecord } from './records.ts';

type Series = readonly (Estimate | null)[];

export function summarizeFrames(
  scenario: Scenario,
  grid: FrameGrid,
  records: readonly ReplicationRecord[],
): FramesEstimate {
  const watched = Object.keys(records[0]!.stages);
  const framesOf = (id: NodeId): FramesRecord[] => records.map(({ stages }) => stages[id]!.frames!);
  const servers = new Map(scenario.nodes.filter(isStage).map((node) => [node.id, node.serverCount ?? 1]));
  const stages = watched.map((id) => [id, stageFrames(framesOf(id), servers.get(id))]);
  const groups = (scenario.groups ?? []).map(({ id, stages: members }) => [
    id,
    { meanOccupancy: groupOccupancy(members.map(framesOf)) },
  ]);
  return { ...grid, stages: Object.fromEntries(stages), groups: Object.fromEntries(groups) };
}

/** `c` servers; none in a delay or a join. */
function stageFrames(records: readonly FramesRecord[], c: number | undefined): StageFrames {
  const over = (sum: keyof FramesRecord, share = 1): Series =>
    meansOf(records, (record, frame) => (share * record[sum][frame]!) / record.times[frame]!);
  return definedOnly({
    meanOccupancy: over('occupancyTime'),
    offeredRate: over('offered'),
    throughput: over('served'),
    utilization: c === undefined ? undefined : over('servingTime', 1 / c),
    blockedFraction: c === undefined ? undefined : over('blockedTime', 1 / c),
  });
}

/** `members[m][r]`: of the stage m in the replication r. All stages see the same frames. */
function groupOccupancy(members: readonly (readonly FramesRecord[])[]): Series {
  return meansOf(members[0]!, (record, frame, replication) => {
    const together = members.reduce((sum, member) => sum + member[replication]!.occupancyTime[frame]!, 0);
    return together / record.times[frame]!;
  });
}

function meansOf(
  records: readonly FramesRecord[],
  measure: (record: FramesRecord, frame: number, replication: number) => number,
): Series {
  const series: (Estimate | null)[] = [];
  const values = new Float64Array(records.length);
  for (let frame = 0; frame < records[0]!.times.length; frame++) {
    // 0 / 0 where the frame was not observed, which `estimate` leaves out.
    for (let r = 0; r < records.length; r++) values[r] = measure(records[r]!, frame, r);
    series.push(estimate(values) ?? null);
  }
  return series;
}
