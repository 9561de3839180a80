/** Random runs of a queue between two platforms of which the truth is known, half of them with an assumption of the model broken. */
import type { ArrivalDistribution } from '../core/distributions/index.ts';
import type { VirtualQueueQuestion } from '../workers/virtual-queue/contract.ts';
import type { BenchmarkPlan } from '../workers/virtual-queue/generate-benchmarks.ts';
import { Dice } from './dice.ts';

export const RIGHT_KINDS = ['independent', 'load that drifts', 'one platform'] as const;
export const BROKEN_KINDS = [
  'correlated insertions',
  'correlated services',
  'services that follow the gaps',
  'another bulk size',
  'another transfer time',
  'latency not known',
] as const;
export type CaseKind = (typeof RIGHT_KINDS)[number] | (typeof BROKEN_KINDS)[number];

export interface QueueCase {
  readonly kind: CaseKind;
  readonly plan: BenchmarkPlan;
  readonly frames: number;
  readonly question: Omit<VirtualQueueQuestion, 'queue'>;
}

/** Number 0, 1, ...: even numbers are right. The mean time of a service is 1. */
export function queueCase(number: number): QueueCase {
  const half = Math.floor(number / 2);
  const kinds = number % 2 === 0 ? RIGHT_KINDS : BROKEN_KINDS;
  return caseOf(kinds[half % kinds.length]!, number);
}

function caseOf(kind: CaseKind, seed: number): QueueCase {
  const dice = new Dice('virtual queue', seed);
  // At a low load, or behind large bulks, correlated services and the like leave the occupancy as it is.
  const isOfServer = kind === 'correlated services' || kind === 'services that follow the gaps';
  const load = dice.between(isOfServer ? 0.75 : 0.4, 0.92);
  const elements = dice.integer(5_000, 15_000);
  const bulkSize = dice.one(isOfServer ? [8, 16] : [8, 16, 32, 64, 128]);
  const busLoad = dice.between(0.3, kind === 'another transfer time' ? 0.5 : 0.85);
  const transferTime = (busLoad * bulkSize) / load;
  const isKnownLate = kind !== 'latency not known' && dice.chance(0.3);
  // Means that a third of the queue or more, or none of it, is on its way.
  const late = dice.between(0.5, 1.5) * (bulkSize / load);
  const latency = isKnownLate || kind === 'latency not known' ? late : 0;
  const bus = { bulkSize, transferTime, latency };
  const hasBus = kind !== 'one platform' && kind !== 'services that follow the gaps';
  const frames = dice.integer(4, 16);
  const asked = isKnownLate ? { latency } : {};
  const insertions = insertionDistribution(dice, load);
  const drawn = serviceDistribution(dice);
  // With both constant nothing ever waits, and no gap tells the service.
  const isConstant = insertions.distribution === 'deterministic' && drawn.distribution === 'deterministic';
  const services: ArrivalDistribution = isConstant ? { distribution: 'exponential', mean: 1 } : drawn;
  const base = {
    ...{ elements, seed, insertions, services },
    ...(hasBus && { bus }),
  };
  const wrongly = dice.chance(0.5) ? 2 : 0.5;
  const evidence = dice.one(['availTime', 'nonBlocked'] as const);
  const question = { evidence, ...(hasBus && { channel: asked }) };
  switch (kind) {
    case 'independent':
    case 'one platform':
    case 'latency not known':
      return { kind, frames, plan: base, question };
    case 'load that drifts':
      return { kind, frames, plan: { ...base, insertions: drifting(dice, load, elements) }, question };
    case 'correlated insertions':
      return { kind, frames, plan: { ...base, insertions: bursts(dice, load, 1) }, question };
    case 'correlated services':
      return { kind, frames, plan: { ...base, services: bursts(dice, 1, 2) }, question };
    case 'services that follow the gaps':
      return {
        kind,
        frames,
        plan: {
          ...base,
          insertions: { distribution: 'exponential', rate: load },
          coupling: dice.between(0.7, 1),
        },
        question,
      };
    case 'another bulk size':
      return {
        kind,
        frames,
        plan: base,
        question: { ...question, channel: { ...asked, bulkSize: bulkSize * wrongly } },
      };
    case 'another transfer time':
      return {
        kind,
        frames,
        plan: base,
        question: {
          ...question,
          channel: { ...asked, transferTime: transferTime * (wrongly + 0.2 * (wrongly - 1)) },
        },
      };
  }
}

function insertionDistribution(dice: Dice, rate: number): ArrivalDistribution {
  return dice.one<ArrivalDistribution>([
    { distribution: 'exponential', rate },
    { distribution: 'exponential', rate },
    { distribution: 'gamma', rate, scv: 0.5 },
    { distribution: 'hyperexponential', rate, scv: 3 },
    { distribution: 'deterministic', rate },
  ]);
}

function serviceDistribution(dice: Dice): ArrivalDistribution {
  return dice.one<ArrivalDistribution>([
    { distribution: 'exponential', mean: 1 },
    { distribution: 'deterministic', mean: 1 },
    { distribution: 'erlang', mean: 1, shape: 3 },
    { distribution: 'gamma', mean: 1, scv: 2 },
  ]);
}

/** Fast and slow phases of 20 to 60 events each, times `longer`; the rate over all is `rate`. */
function bursts(dice: Dice, rate: number, longer: number): ArrivalDistribution {
  const length = (longer * dice.between(20, 60)) / rate;
  const share = dice.between(0.3, 0.5);
  const slow = dice.between(0.2, 0.4) * rate;
  const peak = (rate - (1 - share) * slow) / share;
  return {
    distribution: 'onOff',
    peakRate: peak,
    idleRate: slow,
    meanOnTime: share * length * 2,
    meanOffTime: (1 - share) * length * 2,
  };
}

/** The load goes from 70 % to 110 % of its mean and back, once in the run. */
function drifting(dice: Dice, rate: number, elements: number): ArrivalDistribution {
  const values = Array.from({ length: elements }, (_, i) => {
    const now = rate * (0.9 + 0.2 * Math.cos((2 * Math.PI * i) / elements));
    return -Math.log(1 - dice.between(0, 1)) / now;
  });
  return { distribution: 'trace', values };
}
