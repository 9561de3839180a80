/**
 * Which station model a method gives a stage, and its answer at a rate of arrivals.
 *
 * auto: a bounded stage that drops is M/M/c/K with the rate offered; one that blocks is Dor's M/M/c/K with the rate
 * accepted. An unbounded stage is M/M/c; with one server and another service distribution M/G/1 (M/PH/1 where it has phases, M/D/1
 * where it is constant), served in bulk M/M^[b]/1 (M/D^[b]/1, M/M^[a,b]/1), under processor sharing M/M/1, whose occupancy does not depend on the service distribution.
 * mm1, mm1k: one server c b times as fast; mm1k bounded by K where there is one. mmc, mmck: c servers b times as fast.
 */
import { assertUnreachable } from '../../core/base/assert.ts';
import { distributionScv, isPoisson } from '../../core/distributions/index.ts';
import { batchSizes, batchVaries, largestBatch } from '../../core/rules/bulk.ts';
import { disciplineOf, sharesServers } from '../../core/rules/discipline.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { capacityOf, serverCountOf } from '../../core/scenario/defaults.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import type { FormulaMethod } from './contract.ts';
import type { FlowNode } from './flow-network.ts';
import { solveFullBulk, solveUpToBulk } from './stations/bulk-service.ts';
import { solveDeterministicBulk } from './stations/deterministic-bulk.ts';
import { fitStation } from './stations/fit-station.ts';
import { solveMd1 } from './stations/md1.ts';
import { solveMm1 } from './stations/mm1.ts';
import { solveMm1k, solveMm1kActual } from './stations/mm1k.ts';
import { solveMmc } from './stations/mmc.ts';
import { solveMmck, solveMmckActual } from './stations/mmck.ts';
import { isSaturated, type Queue, type Saturated, withoutTimes } from './stations/queue.ts';

export type StationKind =
  | 'mm1'
  | 'mm1k'
  | 'mm1kActual'
  | 'mmc'
  | 'mmck'
  | 'mmckActual'
  | 'mg1'
  | 'md1'
  | 'fullBulk'
  | 'deterministicBulk'
  | 'upToBulk';

export function chooseStation(stage: StageNode, method: FormulaMethod): StationKind {
  const bounded = stage.capacity !== undefined;
  switch (method) {
    case 'mm1':
      return 'mm1';
    case 'mm1k':
      return bounded ? 'mm1kActual' : 'mm1';
    case 'mmc':
      return 'mmc';
    case 'mmck':
      return bounded ? (losesWhenFull(stage) ? 'mmck' : 'mmckActual') : 'mmc';
    case 'auto':
      return bounded ? boundedStation(stage) : unboundedStation(stage);
    default:
      return assertUnreachable(method);
  }
}

/** Is the answer of the station that of the drawn services? Servers that are shared forget all of them but the mean. */
export const followsServices = (kind: StationKind, stage: StageNode): boolean =>
  kind === 'mg1' || kind === 'md1' || kind === 'deterministicBulk' || sharesServers(stage);

function boundedStation(stage: StageNode): StationKind {
  const single = serverCountOf(stage) === 1;
  if (losesWhenFull(stage)) return single ? 'mm1k' : 'mmck';
  return single ? 'mm1kActual' : 'mmckActual';
}

function unboundedStation(stage: StageNode): StationKind {
  if (serverCountOf(stage) > 1) return 'mmc';
  if (largestBatch(stage.bulk) > 1) return bulkStation(stage);
  if (sharesServers(stage) || isPoisson(stage.service)) return 'mm1';
  return distributionScv(stage.service) === 0 ? 'md1' : 'mg1';
}

function bulkStation({ bulk, service }: StageNode): StationKind {
  if (batchVaries(bulk)) return 'upToBulk';
  return distributionScv(service) === 0 ? 'deterministicBulk' : 'fullBulk';
}

/** The station alone, at `lambda` arrivals per second in its native unit; with times where it serves first come, first served. */
export function solveStation(kind: StationKind, flowNode: FlowNode, lambda: number): Queue | Saturated {
  const queue = stationQueue(kind, flowNode, lambda);
  return disciplineOf(flowNode.node as StageNode) === 'FCFS' || isSaturated(queue)
    ? queue
    : withoutTimes(queue);
}

function stationQueue(kind: StationKind, flowNode: FlowNode, lambda: number): Queue | Saturated {
  const { node, serviceRate, serverLimit } = flowNode;
  const stage = node as StageNode;
  const c = serverCountOf(stage);
  const b = largestBatch(stage.bulk);
  const K = capacityOf(stage);
  switch (kind) {
    case 'mm1':
      return solveMm1({ lambda, mu: serverLimit });
    case 'mm1k':
      return solveMm1k({ lambda, mu: serverLimit, K });
    case 'mm1kActual':
      return solveMm1kActual({ lambda, mu: serverLimit, K });
    case 'mmc':
      return solveMmc({ lambda, mu: serviceRate * b, c });
    case 'mmck':
      return solveMmck({ lambda, mu: serviceRate * b, c, K });
    case 'mmckActual':
      return solveMmckActual({ lambda, mu: serviceRate * b, c, K });
    case 'mg1':
      return fitStation({ stage, lambda, mu: serviceRate }).queue;
    case 'md1':
      return solveMd1({ lambda, mu: serviceRate });
    case 'fullBulk':
      return solveFullBulk({ lambda, mu: serviceRate, b });
    case 'deterministicBulk':
      return solveDeterministicBulk({ lambda, mu: serviceRate, b });
    case 'upToBulk':
      return solveUpToBulk({ lambda, mu: serviceRate, b, a: batchSizes(stage.bulk).least });
    default:
      return assertUnreachable(kind);
  }
}
