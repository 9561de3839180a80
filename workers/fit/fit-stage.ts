/**
 * The station model that explains one stage's measured levels best, among those that apply. The share of time at each level
 * is taken for `observations` independent looks: likelihood N sum m_n ln p_n, ranked with a penalty for parameters. A look in
 * a million may find anything, so that one stray level does not rule a model out. Any model of the solver can be a candidate.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { StageFitReport, StageFitRequest, StationFit } from './contract.ts';
import { maximize } from './maximize.ts';
import { penalty } from './penalty.ts';
import { levelsOfSojourn } from './sojourn-levels.ts';
import { type Candidate, candidatesFor, STAGE, serviceOf } from './station-candidates.ts';
import { stationSentences } from './station-sentences.ts';

const OBSERVATIONS = 400;
const STRAY = 1e-6;
/** Of a log-likelihood: far less than what tells models apart. */
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
  if (fits.length === 0) return err('No station model explains these levels.');
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
  serverCount = 1,
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
      return err(`Level ${last} was measured, above the capacity ${capacity}.`);
    return ok({ shares: occupancy.slice(0, last + 1).map((share) => share / total), alone: false });
  }
  if (!sojourn) return err('Expected a distribution of levels, or of times in the stage.');
  if (arrivalRate === undefined)
    return err('Times in the stage tell the levels only with the arrival rate: give it.');
  if (serverCount !== 1 || capacity !== undefined) {
    return err(
      'Times in the stage tell the levels of one server with an unbounded queue only: give the levels.',
    );
  }
  return ok({ shares: levelsOfSojourn(sojourn, arrivalRate), alone: true });
}

interface Solved {
  readonly distribution: readonly number[];
  /** Of offered arrivals, once a second, those that entered. */
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
  const { model, serverCount, capacity, whole, start } = candidate;
  const seconds = arrivalRate === undefined ? 1 : solved.entered / arrivalRate;
  const [load, scv] = [candidate.load(at), candidate.scv(at)];
  return [
    {
      ...{ model, serverCount, load, scv, ...(capacity !== undefined && { capacity }) },
      service: serviceOf(model.slice(0, 3), { mean: load * serverCount * seconds, scv }),
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
      share === 0 ? sum : sum + share * Math.log((1 - STRAY) * (model[n] ?? 0) + STRAY / shares.length),
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
