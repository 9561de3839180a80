/**
 * The station model that explains one stage's measured levels best, among those that apply. The share of time at each level
 * is taken for `observations` independent looks: likelihood N sum m_n ln p_n, ranked with a penalty for parameters. A look in
 * a million may find anything, so that one stray level does not rule a model out. Any model of the solver can be a candidate.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ArrivalDistribution, ServiceDistribution } from '../../core/distributions/index.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { gammaP } from '../../core/numeric/incomplete-gamma.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import { DEFAULTS } from '../../core/scenario/defaults.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../core/scenario/scenario.ts';
import type { Bins } from '../measure/contract.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { StageFitReport, StageFitRequest, StationFit } from './contract.ts';
import { maximize } from './maximize.ts';
import { penalty } from './penalty.ts';

const OBSERVATIONS = 400;
const STRAY = 1e-6;
/** Change of a log-likelihood at which a search has settled: far less than what tells models apart. */
const SETTLED = 1e-5;

export function fitStage(request: StageFitRequest): Result<StageFitReport, string> {
  const levels = levelsOf(request);
  if (!levels.ok) return levels;
  const { shares, alone } = levels.value;
  const mean = shares.reduce((sum, share, n) => sum + n * share, 0);
  const candidates = candidatesFor(request, { mean, highest: shares.length - 1, alone });
  const { observations = OBSERVATIONS } = request;
  const fits = candidates
    .flatMap((candidate) => fitted(candidate, shares, { ...request, observations }))
    .sort((a, b) => a.bic - b.bic);
  if (fits.length === 0) return err('No station model explains this occupancy.');
  return ok({ occupancy: shares, fits, sentences: stationSentences(fits, observations, alone) });
}

interface Levels {
  readonly shares: readonly number[];
  /** Only one unbounded server can be meant. */
  readonly alone: boolean;
}

function levelsOf({
  occupancy,
  sojourn,
  arrivalRate,
  serverCount = DEFAULTS.serverCount,
  capacity,
}: StageFitRequest): Result<Levels, string> {
  if (arrivalRate !== undefined && !(arrivalRate > 0))
    return err(`Expected an arrival rate > 0, got ${arrivalRate}.`);
  if (occupancy) {
    const total = occupancy.reduce((sum, share) => sum + share, 0);
    if (!occupancy.every((share) => share >= 0) || !(total > 0))
      return err('Expected shares >= 0 that are not all 0.');
    const last = occupancy.findLastIndex((share) => share > 0);
    if (last < 1) return err('The stage was never seen with an element: there is nothing to fit.');
    if (capacity !== undefined && last > capacity)
      return err(`An occupancy of ${last} was measured, above the capacity ${capacity}.`);
    return ok({ shares: occupancy.slice(0, last + 1).map((share) => share / total), alone: false });
  }
  if (!sojourn) return err('Expected an occupancy distribution, or response times.');
  if (arrivalRate === undefined)
    return err('Response times tell the occupancy only with the arrival rate: give it.');
  if (serverCount !== 1 || capacity !== undefined) {
    return err(
      'Response times tell the occupancy of one server with an unbounded queue only: give the occupancy.',
    );
  }
  return ok({ shares: levelsOfSojourn(sojourn, arrivalRate), alone: true });
}

interface Solved {
  readonly distribution: readonly number[];
  /** Arrivals that entered when one arrival is offered per second. */
  readonly entered: number;
}

function fitted(
  candidate: Candidate,
  shares: readonly number[],
  { observations, arrivalRate }: StageFitRequest & { readonly observations: number },
): readonly StationFit[] {
  const likelihood = (at: readonly number[]): number => {
    const solved = solve(candidate, at);
    return solved ? observations * likelihoodOf(shares, solved.distribution) : Number.NEGATIVE_INFINITY;
  };
  const { at, value } = maximize(likelihood, candidate.start, SETTLED);
  const solved = solve(candidate, at);
  if (!solved || !Number.isFinite(value)) return [];
  const { model, isPoisson, serverCount, capacity, whole, start } = candidate;
  const seconds = arrivalRate === undefined ? 1 : solved.entered / arrivalRate;
  const [load, scv] = [candidate.load(at), candidate.scv(at)];
  return [
    {
      ...{ model, isPoisson, serverCount, load, scv, ...(capacity !== undefined && { capacity }) },
      service: candidate.service({ mean: load * serverCount * seconds, scv }),
      offeredRate: 1 / seconds,
      free: start.length + whole,
      logLikelihood: value,
      bic: penalty({ real: start.length, whole, total: observations }) - 2 * value,
      ...distances(shares, solved.distribution),
      distribution: solved.distribution,
    },
  ];
}

function solve(candidate: Candidate, at: readonly number[]): Solved | undefined {
  const load = candidate.load(at);
  const scv = candidate.scv(at);
  if (!(load > 1e-4 && load < 50) || scv > 200 || (candidate.capacity === undefined && load > 0.9995))
    return undefined;
  if (scv > 0 && scv < 1e-3) return undefined;
  const outcome = solveScenario(candidate.scenario(at), 'auto', false, { spans: false });
  if (outcome.kind !== 'answer') return undefined;
  const { occupancyDistribution, arrivalRate } = outcome.stages[STAGE]!;
  return occupancyDistribution && { distribution: occupancyDistribution, entered: arrivalRate ?? 1 };
}

/** Per look. */
const likelihoodOf = (shares: readonly number[], model: readonly number[]): number =>
  shares.reduce(
    (sum, share, n) =>
      share === 0 ? sum : sum + share * log((1 - STRAY) * (model[n] ?? 0) + STRAY / shares.length),
    0,
  );

function distances(shares: readonly number[], model: readonly number[]) {
  let [difference, kolmogorovSmirnov, wasserstein] = [0, 0, 0];
  for (let n = 0; n < Math.max(shares.length, model.length); n += 1) {
    difference += (shares[n] ?? 0) - (model[n] ?? 0);
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(difference));
    wasserstein += Math.abs(difference);
  }
  return { kolmogorovSmirnov, wasserstein };
}

/**
 * Levels of a queue from times in it. Where Poisson arrivals are served one at a time in their order and none is lost, the
 * elements in the stage at any moment are those that arrived during one time in it (the distributional law of Little: J.
 * Keilson & L. D. Servi, Oper. Res. Lett. 7 (1988) 223). With times uniform within a bin [l, h), P[N = n] is the mean over the
 * bin of the Poisson probability of n, (P(n+1, lambda h) - P(n+1, lambda l)) / (lambda (h - l)), P the incomplete gamma function.
 */

const LEFT_OUT = 1e-9;
const MOST_LEVELS = 4096;

function levelsOfSojourn({ low, high, weight, total, max }: Bins, arrivalRate: number): readonly number[] {
  const shares: number[] = [];
  let sum = 0;
  for (let n = 0; n < MOST_LEVELS && sum < 1 - LEFT_OUT; n += 1) {
    let share = 0;
    for (let i = 0; i < low.length; i += 1) {
      const from = low[i]!;
      const to =
        high[i] === Number.POSITIVE_INFINITY
          ? max > from && Number.isFinite(max)
            ? max
            : 2 * from
          : high[i]!;
      const part = gammaP(n + 1, arrivalRate * to) - gammaP(n + 1, arrivalRate * from);
      share += ((weight[i]! / total) * part) / (arrivalRate * (to - from));
    }
    shares.push(Math.max(0, share));
    sum += shares[n]!;
  }
  return shares;
}

/** Why the station model that is ranked first is first, in words. */

const NOTHING = 2;
/** Largest difference of the distribution functions that is no misfit, in standard deviations of a share of a half. */
const FAR = 2.72;

function stationSentences(
  fits: readonly StationFit[],
  observations: number,
  alone: boolean,
): readonly string[] {
  const best = fits[0]!;
  const others = fits.slice(1).filter((fit) => fit.bic - best.bic < NOTHING);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
  const equal = `${others.slice(0, 3).map(nameOf).join(', ')}${more}`;
  const next = fits[1];
  const ahead = next === undefined ? undefined : next.bic - best.bic;
  return [
    others.length > 0
      ? `${nameOf(best)} is best at load ${formatNumber(best.load)}, but the data do not distinguish it from ${equal}.`
      : `${nameOf(best)} is best at load ${formatNumber(best.load)}${ahead === undefined ? '' : ` (BIC ${formatNumber(ahead)} below ${nameOf(next!)})`}.`,
    ...(best.kolmogorovSmirnov * 2 * Math.sqrt(observations) > FAR
      ? [
          `Even so its CDF differs by up to ${formatNumber(100 * best.kolmogorovSmirnov)} %: none of these models fits the stage.`,
        ]
      : []),
    `The penalty counts the measurement as ${observations} independent observations.`,
    ...(alone
      ? ['The occupancy is derived from the response times, for one server and Poisson arrivals.']
      : []),
  ];
}

const nameOf = ({ model, capacity }: StationFit): string =>
  capacity === undefined ? model : `${model} with K = ${capacity}`;

/**
 * Station models that may explain one stage's occupancy, as scenarios of one stage for the solver. Coordinates: the load
 * (of an unbounded stage ln(load / (1 - load)), else ln load) and, where the model has one, the logarithm of an scv.
 */

interface Candidate {
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
function candidatesFor(
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

const STAGE = 'stage';

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
