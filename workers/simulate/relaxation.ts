/**
 * How long a stage remembers its start: the relaxation time 1 / gap, with which the distance from the steady state dies
 * out as exp(-t / relaxation time), and as which the occupancy correlates with itself later.
 *
 * M/M/1/K, exact: gap = lambda + mu - 2 sqrt(lambda mu) cos(pi / (K + 1)), and for K = Infinity mu (1 - sqrt rho)^2 (Morse,
 * J. Oper. Res. Soc. Am. 3 (1955), 255-261; Takacs, Introduction to the Theory of Queues (1962), chapter 1; Cohen, The
 * Single Server Queue (1982), chapter II.2). Written as drift + diffusion,
 *   gap = mu (1 - sqrt rho)^2 + 2 mu sqrt(rho) (1 - cos(pi / (K + 1))),
 * it is near saturation that of Brownian motion reflected on [0, K], drift^2 / (2 sigma^2) + pi^2 sigma^2 / (2 K^2). Its
 * sigma^2 = 2 mu V tells what other distributions and batches do: the first term is divided by V, the second multiplied (as in
 * Whitt, Planning queueing simulations, Management Science 35 (1989), 1341-1366, for K = Infinity).
 * An estimate: for most stages good to a factor of two, rather too long than too short.
 */
export interface StagePace {
  /** lambda: arrivals that want in, 1/s. */
  readonly arrivalRate: number;
  /** mu: what all servers finish while they have work, 1/s; less than their rate when what follows holds them up. */
  readonly serviceRate: number;
  /** Mean of one service, s; no stage forgets faster. */
  readonly meanServiceTime: number;
  /** K, with the places upstream that fill when this stage is full; may be Infinity. */
  readonly places: number;
  /** V: half the sum of the indices of dispersion of arrivals and services, batches included; 1 for M/M/1. */
  readonly variability: number;
}

/** Less variability than this is that of clocks, which have no steady state to relax to: they only fill up. */
const CLOCKWORK = 0.05;

/**
 * In s; Infinity where the steady state is never reached (rho = 1 without bound, V = Infinity without bound). A stage
 * that is offered more than it serves first has to fill up, which takes longer than its relaxation: at the speed of
 * the drift, or of the diffusion where that is faster.
 */
export function relaxationTime(pace: StagePace): number {
  const { arrivalRate, serviceRate: mu, meanServiceTime, places, variability: V } = pace;
  const rho = arrivalRate / mu;
  const filling = rho > 1 ? Math.min(places / (arrivalRate - mu), places ** 2 / (2 * mu * V)) : 0;
  if (V < CLOCKWORK) return Math.max(meanServiceTime, filling);
  const drift = mu * (1 - Math.sqrt(rho)) ** 2;
  // 1 - cos x = 2 sin^2(x/2), which keeps its digits for small x.
  const diffusion = 4 * mu * Math.sqrt(rho) * Math.sin(Math.PI / (2 * (places + 1))) ** 2;
  const gap = drift / V + (diffusion === 0 ? 0 : diffusion * V);
  return Math.max(meanServiceTime, filling, 1 / gap);
}
