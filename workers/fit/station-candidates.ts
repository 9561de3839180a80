/**
 * Station models that may explain one stage's occupancy, as scenarios of one stage for the solver. Coordinates: the load
 * (of an unbounded stage ln(load / (1 - load)), else ln load) and, where the model has one, the logarithm of an scv.
 */

import type { ArrivalDistribution, ServiceDistribution } from '../../core/distributions/index.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../core/scenario/scenario.ts';
import type { StageFitRequest } from './contract.ts';

export interface Candidate {
  readonly model: string;
  readonly isPoisson: boolean;
  readonly serverCount: number;
  readonly capacity?: number;
  /** What was not given and had to be chosen from the data. */
  readonly whole: number;
  readonly start: readonly number[];
  /** Offered arrivals come once a second. */
  load(at: readonly number[]): number;
  scv(at: readonly number[]): number;
  service(times: Times): ServiceDistribution;
  scenario(at: readonly number[]): Scenario;
}

type Kind = 'M/M' | 'M/D' | 'M/G' | 'G/M';

interface Times {
  readonly mean: number;
  readonly scv: number;
}

/** Tried where the number of servers is not given. */
const SERVER_COUNTS = [1, 2, 3, 4, 6, 8];

/** `mean` and `highest`: of the measured levels. `alone`: one server, unbounded, and nothing else. */
export function candidatesFor(
  { serverCount, capacity }: StageFitRequest,
  { mean, highest, alone }: { readonly mean: number; readonly highest: number; readonly alone: boolean },
): readonly Candidate[] {
  const counts = alone ? [1] : serverCount === undefined ? SERVER_COUNTS : [serverCount];
  return counts.flatMap((servers) => {
    const base = { servers, mean, chosen: serverCount === undefined && !alone ? 1 : 0 };
    const kinds: readonly Kind[] = servers === 1 ? ['M/M', 'M/D', 'M/G', 'G/M'] : ['M/M', 'M/D'];
    const unbounded = capacity === undefined ? kinds.map((kind) => candidate({ ...base, kind })) : [];
    const places = capacity ?? Math.max(highest, servers);
    const bounded: readonly Kind[] = servers === 1 ? ['M/M', 'M/D', 'M/G'] : ['M/M'];
    const chosen = base.chosen + (capacity === undefined ? 1 : 0);
    const finite =
      alone || places < servers ? [] : bounded.map((kind) => candidate({ ...base, kind, chosen, places }));
    return [...unbounded, ...finite];
  });
}

interface Facts {
  readonly kind: Kind;
  readonly servers: number;
  readonly mean: number;
  readonly chosen: number;
  readonly places?: number;
}

function candidate({ kind, servers, mean, chosen, places }: Facts): Candidate {
  const isShaped = kind === 'M/G' || kind === 'G/M';
  const load = ([x]: readonly number[]): number => (places === undefined ? 1 / (1 + exp(-x!)) : exp(x!));
  const scv = ([, y]: readonly number[]): number => (kind === 'M/D' ? 0 : isShaped ? exp(y!) : 1);
  const guess = Math.min(0.98, Math.max(0.02, servers === 1 ? mean / (1 + mean) : mean / servers));
  const place = places === undefined ? log(guess / (1 - guess)) : log(guess);
  return {
    model: `${kind}/${servers}${places === undefined ? '' : '/K'}`,
    isPoisson: kind !== 'G/M',
    serverCount: servers,
    ...(places !== undefined && { capacity: places }),
    whole: chosen,
    start: isShaped ? [place, 0] : [place],
    load,
    scv,
    service: (times) => serviceOf(kind, times),
    scenario: (at) => {
      const times = { mean: load(at) * servers, scv: scv(at) };
      return scenarioOf({
        arrivals:
          kind === 'G/M'
            ? { distribution: 'gamma', rate: 1, scv: scv(at) }
            : { distribution: 'exponential', rate: 1 },
        service: serviceOf(kind, times),
        stage: { serverCount: servers, ...(places !== undefined && { capacity: places, whenFull: 'drop' }) },
      });
    },
  };
}

function serviceOf(kind: Kind, { mean, scv }: Times): ServiceDistribution {
  if (kind === 'M/D') return { distribution: 'deterministic', mean };
  return kind === 'M/G' ? { distribution: 'gamma', mean, scv } : { distribution: 'exponential', mean };
}

interface Parts {
  readonly arrivals: ArrivalDistribution;
  readonly service: ServiceDistribution;
  readonly stage: { readonly serverCount: number; readonly capacity?: number; readonly whenFull?: 'drop' };
}

export const STAGE = 'stage';

const scenarioOf = ({ arrivals, service, stage }: Parts): Scenario => ({
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'One stage',
  nodes: [
    { id: 'in', kind: 'source', interarrival: arrivals },
    { id: STAGE, kind: 'stage', service, ...stage },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: STAGE },
    { from: STAGE, to: 'out' },
  ],
});
