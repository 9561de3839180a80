/**
 * Buzen's convolution for closed networks with product form, several classes: normalisation constants, and from them
 * throughputs, means and the distribution of the jobs at each station, all of them sums of positive terms.
 *
 * G(n), n = 0..N, is the coefficient of z^n in the product over stations of F_i(y_i), y_i = sum over classes of D_ir z_r:
 * F = exp(y) for delays together, 1 / (1 - y) for one server, and for c servers N_c(y) / (1 - y / c) with
 * N_c(y) = sum over k < c of w_k y^k / k!, w_k = 1 - k / c, so that each costs a few passes over the array whatever c is.
 * Open jobs change only the weights w_k (beside-open.ts). A load-dependent station has the sum of y^k / (alpha(1) ... alpha(k)),
 * which is geometric from where alpha stays.
 * Inputs: a ClosedModel; only the demands count. Outputs: as ClosedSolution, with distributions.
 * Cost: (product of N_r + 1) * classes * sum of servers; for each station with several servers as much again.
 * Numerics: each class's demands are scaled by about its throughput, which keeps G near constant where it matters, and
 * G starts at 1e-250. Refuses: undefined where that is not enough and G leaves the range of doubles; take exact-mva.ts
 * where stations have one server each.
 * Source: J. Buzen 1973, Comm. ACM 16(9), 527-531; M. Reiser and H. Kobayashi 1975, IBM J. Res. Dev. 19(3), 283-294; Bolch,
 * Greiner, de Meer & Trivedi 2006, section 8.1.
 */
import { schweitzer } from './approximate-mva.ts';
import { seriesWeights, workRates } from './beside-open.ts';
import {
  type ClosedModel,
  type ClosedSolution,
  type ClosedStation,
  demand,
  nextVector,
  stateCount,
  strides,
} from './closed-model.ts';

export function convolution(model: ClosedModel): ClosedSolution | undefined {
  const { populations, stations } = model;
  const rates = schweitzer({ populations, stations: stations.map(asFast) }).throughput.map((X) =>
    X > 0 && Number.isFinite(X) ? X : 1,
  );
  const series = new Series(populations);
  const demands = stations.map((station) => rates.map((X, r) => demand(station, r) * X));
  const product = (left = -1) => {
    const G = series.delays(
      sumOf(
        demands.filter((_, i) => i !== left && isDelay(i)),
        rates.length,
      ),
    );
    stations.forEach((_, i) => {
      if (i !== left && !isDelay(i)) series.server(G, factorOf(i));
    });
    return G;
  };
  const isDelay = (i: number) => stations[i]!.servers === Number.POSITIVE_INFINITY;
  const weights = stations.map(({ servers, openWork = 0 }, i) =>
    isDelay(i) ? [] : seriesWeights(servers, openWork),
  );
  const factorOf = (i: number): Factor => ({
    D: demands[i]!,
    c: stations[i]!.servers,
    weights: weights[i]!,
    ...(stations[i]!.rates && { rates: stations[i]!.rates }),
  });
  const G = product();
  const whole = G.at(-1)!;
  if (!(whole > 1e-290 && whole < 1e290 && G.every((g) => g < 1e300))) return undefined;
  const ratio = populations.map((N, r) => (N === 0 ? 0 : series.before(G, r) / whole));
  const openStay: number[] = [];
  const occupancy = stations.map(({ servers, rates: changing }, i) => {
    const D = demands[i]!;
    openStay.push(1);
    if (isDelay(i)) return D.map((d, r) => d * ratio[r]!);
    const visited =
      servers === 1 && !changing ? series.copyWith(G, D) : series.derivative(product(i), G, factorOf(i));
    openStay[i] = visited.at(-1)! / whole;
    return D.map((d, r) => (populations[r] === 0 || d === 0 ? 0 : (d * series.before(visited, r)) / whole));
  });
  return {
    throughput: ratio.map((g, r) => g * rates[r]!),
    occupancy,
    openStay,
    distribution: (i) => {
      const { servers, openWork = 0, rates: changing } = stations[i]!;
      if (changing) return series.distribution(product(i), demands[i]!, (k) => rateAt(changing, k));
      if (servers === 1) return series.singleServerDistribution(G, demands[i]!);
      const alpha = isDelay(i) ? [] : workRates(servers, openWork);
      const rate = isDelay(i) ? (k: number) => k : (k: number) => alpha[k] ?? servers;
      return series.distribution(product(i), demands[i]!, rate);
    },
  };
}

/** Mean value analysis does not know load dependence: as if the last speed held for all, for the scale of the demands alone. */
const asFast = ({ rates, ...station }: ClosedStation): ClosedStation =>
  rates ? { ...station, times: station.times.map((time) => time / rates.at(-1)!), servers: 1 } : station;

/** The last holds beyond. */
const rateAt = (rates: readonly number[], k: number): number => rates[Math.min(k, rates.length) - 1]!;

/** `to` with `count` times as much of `part` added, in place. */
function add(to: Float64Array, part: Float64Array, count = 1): Float64Array {
  for (let at = 0; at < to.length; at++) to[at]! += count * part[at]!;
  return to;
}

function sumOf(rows: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, r) => rows.reduce((sum, row) => sum + row[r]!, 0));
}

const START = 1e-250;

/** F(y) of one station. */
interface Factor {
  /** D_r, by which y is made of z_1 .. z_R. */
  readonly D: readonly number[];
  readonly c: number;
  /** w_k, k = 0 .. c - 1. */
  readonly weights: readonly number[];
  /** alpha(k) of a load-dependent station, k = 1, 2, ..., by which F = sum of y^k / (alpha(1) ... alpha(k)); the last holds beyond. */
  readonly rates?: readonly number[];
}

/** Power series in z_1 .. z_R, cut at N: coefficients in a flat array, the last class running fastest. */
class Series {
  private readonly populations: readonly number[];
  private readonly stride: Int32Array;
  private readonly size: number;
  private readonly rows: readonly Row[];

  constructor(populations: readonly number[]) {
    this.populations = populations;
    this.stride = strides(populations);
    this.size = stateCount(populations);
    this.rows = rowsOf(populations, this.stride);
  }

  /** The coefficient at N - e_r. */
  before(series: Float64Array, r: number): number {
    return series[this.size - 1 - this.stride[r]!]!;
  }

  /** exp(sum of Z_r z_r), times START. */
  delays(Z: readonly number[]): Float64Array {
    const G = new Float64Array(this.size);
    G[0] = START;
    const width = this.populations.at(-1)!;
    for (const { start, others, count } of this.rows) {
      const r = others[0] ?? Z.length - 1;
      for (let j = start === 0 ? 1 : 0; j <= width; j++)
        G[start + j] = (G[start + j - this.stride[r]!]! * Z[r]!) / (start === 0 ? j : count);
    }
    return G;
  }

  /** Multiplies by F of a station, in place. */
  server(G: Float64Array, { D, c, weights, rates }: Factor): void {
    if (rates) {
      G.set(this.loadDependent(G, D, rates));
      return;
    }
    if (c > 1) G.set(this.polynomial(G, D, weights));
    this.geometric(G, D, c);
  }

  /** G / (1 - y): one more server like it. */
  copyWith(G: Float64Array, D: readonly number[]): Float64Array {
    return this.geometric(G.slice(), D, 1);
  }

  /** F'(y) times the rest of the network, of a station with c servers: N'/(1 - y/c) + N/c / (1 - y/c)^2. */
  derivative(rest: Float64Array, G: Float64Array, { D, c, weights, rates }: Factor): Float64Array {
    if (rates) return this.loadDependentDerivative(rest, D, rates);
    const first = this.geometric(this.polynomial(rest, D, weights.slice(1)), D, c);
    const second = this.geometric(G.slice(), D, c);
    return first.map((value, at) => value + second[at]! / c);
  }

  /** G times 1 / (1 - y / c), in place. */
  private geometric(G: Float64Array, D: readonly number[], c: number): Float64Array {
    return this.addTimes(
      G,
      G,
      D.map((d) => d / c),
    );
  }

  /** G times y / rate. */
  private timesDemand(G: Float64Array, D: readonly number[], rate: number): Float64Array {
    return this.addTimes(
      new Float64Array(this.size),
      G,
      D.map((d) => d / rate),
    );
  }

  /** Adds `from` times the sum of f_r z_r to `to`, coefficient by coefficient: where both are one, it divides by 1 less this sum. */
  private addTimes(to: Float64Array, from: Float64Array, f: readonly number[]): Float64Array {
    const [last, width] = [f.at(-1)!, this.populations.at(-1)!];
    for (const { start, others } of this.rows) {
      const end = start + width;
      for (const r of others) {
        const [factor, below] = [f[r]!, this.stride[r]!];
        for (let at = start; at <= end; at++) to[at]! += factor * from[at - below]!;
      }
      for (let at = start + 1; at <= end; at++) to[at]! += last * from[at - 1]!;
    }
    return to;
  }

  /** G times F of a load-dependent station: y^k / (alpha(1) ... alpha(k)) for k < t, and from t on a geometric series, as alpha stays. */
  private loadDependent(G: Float64Array, D: readonly number[], rates: readonly number[]): Float64Array {
    const sum = new Float64Array(this.size);
    let term: Float64Array = G.slice();
    for (const rate of rates.slice(0, -1)) {
      add(sum, term);
      term = this.timesDemand(term, D, rate);
    }
    return add(sum, this.geometric(term, D, rates.at(-1)!));
  }

  /** The rest of the network times F' of a load-dependent station. */
  private loadDependentDerivative(
    rest: Float64Array,
    D: readonly number[],
    rates: readonly number[],
  ): Float64Array {
    const last = rates.at(-1)!;
    const t = rates.length - 1;
    const sum = new Float64Array(this.size);
    // a_k y^(k - 1), k = 1 .. t.
    let term: Float64Array = rest.map((value) => value / rates[0]!);
    for (let k = 1; k < t; k++) {
      add(sum, term, k);
      term = this.timesDemand(term, D, rates[k]!);
    }
    const tail = t === 0 ? rest.slice() : this.timesDemand(term, D, 1);
    if (t > 0) add(sum, this.geometric(term, D, last), t);
    return add(sum, this.geometric(this.geometric(tail, D, last), D, last), 1 / last);
  }

  /** G times the sum of w_k y^k / k!. */
  private polynomial(G: Float64Array, D: readonly number[], weights: readonly number[]): Float64Array {
    const sum = G.map((value) => value * weights[0]!);
    let term = G;
    for (let k = 1; k < weights.length; k++) {
      term = this.timesDemand(term, D, k);
      add(sum, term, weights[k]!);
    }
    return sum;
  }

  /** P[n jobs]: tails P[>= k] = coefficient of y^k G, from G with the station in it. */
  singleServerDistribution(G: Float64Array, D: readonly number[]): number[] {
    const tails = this.byTotal(G, D, () => 1);
    return tails.map((tail, k) => Math.max(0, tail - (tails[k + 1] ?? 0)) / tails[0]!);
  }

  /** P[n jobs] from G without the station, which works on k jobs at rate work(k). */
  distribution(rest: Float64Array, D: readonly number[], work: (k: number) => number): number[] {
    const weights = this.byTotal(rest, D, work);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  }

  /** By k: the coefficient at N of y^k / (work(1) ... work(k)) times G. */
  private byTotal(G: Float64Array, D: readonly number[], work: (k: number) => number): number[] {
    const most = this.populations.reduce((sum, N) => sum + N, 0);
    const weights = new Array<number>(most + 1).fill(0);
    const works = Array.from({ length: most + 1 }, (_, k) => (k === 0 ? 1 : work(k)));
    const W = new Float64Array(this.size);
    const [last, width] = [D.at(-1)!, this.populations.at(-1)!];
    for (const { start, total, others } of this.rows) {
      for (let j = 0; j <= width; j++) {
        const at = start + j;
        let sum = at === 0 ? 1 : 0;
        for (const r of others) sum += D[r]! * W[at - this.stride[r]!]!;
        if (j > 0) sum += last * W[at - 1]!;
        W[at] = sum / works[total + j]!;
        weights[total + j]! += W[at]! * G[this.size - 1 - at]!;
      }
    }
    return weights;
  }
}

/** The places of all n that differ in the last class alone. */
interface Row {
  /** Where the last class has none. */
  readonly start: number;
  /** Jobs of the other classes. */
  readonly total: number;
  /** Those of them that have any, and how many the first of these has. */
  readonly others: readonly number[];
  readonly count: number;
}

function rowsOf(populations: readonly number[], stride: Int32Array): readonly Row[] {
  const leading = populations.slice(0, -1);
  const n = new Int32Array(leading.length);
  return Array.from({ length: stateCount(leading) }, (_, i): Row => {
    if (i > 0) nextVector(n, leading);
    const others = leading.flatMap((__, r) => (n[r]! > 0 ? [r] : []));
    return {
      start: n.reduce((place, jobs, r) => place + jobs * stride[r]!, 0),
      total: n.reduce((sum, jobs) => sum + jobs, 0),
      others,
      count: n[others[0] ?? -1] ?? 0,
    };
  });
}
