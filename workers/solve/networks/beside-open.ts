/**
 * A station of c servers where open classes are served beside closed ones, as the closed classes alone see it. Exact for
 * Poisson arrivals and the stations of a product form.
 *
 * Summed over the open jobs, the station with n closed ones has the weight
 * f(n) = sum over m >= 0 of C(n + m, m) rho^m / (work(1) ... work(n + m)), work(j) = min(j, c),
 * that of a closed station which works on n jobs at rate alpha(n) = f(n - 1) / f(n). For the series F(x) = N(x) / (1 - x / c)
 * of convolution.ts this says: the sum of f(n) y^n is F(rho + y). N(rho + y) is a polynomial in y of degree c - 1 whose
 * coefficients are expectations over J, Poisson with mean rho:
 * F(rho + y) ~ (sum over k < c of E[max(0, 1 - (J + k) / c)] y^k / k!) / (1 - y / (c - rho)),
 * so that nothing is cut off, and alpha(n) = c - rho from n = c on.
 * Inputs: c, integer >= 1; rho, mean open jobs in service, 0 <= rho < c. Outputs are for services already taken 1 / (1 - rho / c)
 * times as long, which is all there is to one server: alpha is c from n = c on.
 * Numerics: sums of positive terms from the largest outwards, for c in the ten thousands and rho up to c. Cost: O(c).
 * Source: S. Bruell, G. Balbo and P. Afshari 1984, Mean value analysis of mixed, multiple class BCMP networks with load
 * dependent service stations, Performance Evaluation 4, 241-260; one server: Bolch, Greiner, de Meer & Trivedi 2006, section 8.2.3.
 */

/** w_k, k = 0 .. c - 1: the polynomial is the sum of w_k y^k / k!, and w_0 = 1. Without open jobs 1 - k / c. */
export function seriesWeights(c: number, rho: number): number[] {
  const spare = spareServers(c, rho);
  const left = 1 - rho / c;
  let power = 1;
  return spare.slice(0, c).map((servers, k) => {
    if (k > 0) power *= left;
    return (servers / spare[0]!) * power;
  });
}

/** alpha(n), n = 0 .. c - 1. Without open jobs n. */
export function workRates(c: number, rho: number): number[] {
  const spare = spareServers(c, rho);
  const left = 1 - rho / c;
  const rates = [0];
  // By which n / alpha(n) exceeds n / c, times c: (c - rho) w_n / (n! f(n - 1)) in the letters of F(rho + y).
  let excess = (left * c * spare[1]!) / spare[0]!;
  for (let n = 1; n < c; n++) {
    rates.push((c * n) / (n + excess));
    if (excess > 0) excess = ((excess * spare[n + 1]!) / spare[n]!) * ((rates[n]! * left) / n);
  }
  return rates;
}

/**
 * How long an open job stays among n closed ones, in services so lengthened: (n + 1) / alpha(n + 1); between whole n on a
 * straight line, which for the mean of n is an approximation.
 */
export function stayAmong(n: number, c: number, rho: number): number {
  if (n >= c - 1) return (1 + n) / c;
  const rates = workRates(c, rho);
  const at = (k: number) => (k + 1) / (rates[k + 1] ?? c);
  const k = Math.floor(n);
  return at(k) + (n - k) * (at(k + 1) - at(k));
}

/** E[max(0, c - k - J)], k = 0 .. c, times a factor that is the same for all: the sum of P[J <= i], i < c - k. */
function spareServers(c: number, rho: number): number[] {
  const p = poissonWeights(rho, c);
  const spare = new Array<number>(c + 1).fill(0);
  let [atMost, sum] = [0, 0];
  for (let i = 0; i < c; i++) {
    atMost += p[i]!;
    sum += atMost;
    spare[c - 1 - i] = sum;
  }
  return spare;
}

/** P[J = j], j < length, over the largest of them. */
function poissonWeights(rho: number, length: number): Float64Array {
  const p = new Float64Array(length);
  const mode = Math.min(Math.floor(rho), length - 1);
  p[mode] = 1;
  for (let j = mode; j > 0; j--) p[j - 1] = p[j]! * (j / rho);
  for (let j = mode + 1; j < length; j++) p[j] = p[j - 1]! * (rho / j);
  return p;
}
