export interface LinearSystem {
  /** y = A x. */
  readonly apply: (x: Float64Array, y: Float64Array) => void;
  /** y = an approximation of A^-1 x. */
  readonly precondition: (x: Float64Array, y: Float64Array) => void;
  readonly b: Float64Array;
}

export interface KrylovLimits {
  /** Stops when the residual is below this times |b|. */
  readonly reduction: number;
  readonly mostSteps: number;
}

/**
 * x with A x = b from x = 0, as far as the limits allow; the best x met. For a singular A that b fits, some solution.
 * Source: H. van der Vorst, Bi-CGSTAB, SIAM J. Sci. Stat. Comput. 13 (1992), preconditioned from the right.
 */
export function solveBicgstab(system: LinearSystem, { reduction, mostSteps }: KrylovLimits): Float64Array {
  const { apply, precondition, b } = system;
  const n = b.length;
  const x = new Float64Array(n);
  const best = new Float64Array(n);
  const r = b.slice();
  const shadow = b.slice();
  const [p, v, s, t, y, z] = Array.from({ length: 6 }, () => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const goal = reduction * norm(b);
  let [rho, alpha, omega] = [1, 1, 1];
  let smallest = norm(b);
  for (let step = 0; step < mostSteps && smallest > goal; step++) {
    const next = dot(shadow, r);
    const beta = (next / rho) * (alpha / omega);
    rho = next;
    for (let i = 0; i < n; i++) p[i] = r[i]! + beta * (p[i]! - omega * v[i]!);
    precondition(p, y);
    apply(y, v);
    alpha = rho / dot(shadow, v);
    for (let i = 0; i < n; i++) s[i] = r[i]! - alpha * v[i]!;
    precondition(s, z);
    apply(z, t);
    omega = dot(t, s) / dot(t, t);
    // The method has broken down: what was found so far is the answer.
    if (!Number.isFinite(alpha) || !Number.isFinite(omega)) break;
    for (let i = 0; i < n; i++) {
      x[i]! += alpha * y[i]! + omega * z[i]!;
      r[i] = s[i]! - omega * t[i]!;
    }
    const size = norm(r);
    if (size < smallest) {
      smallest = size;
      best.set(x);
    }
    if (!(size < 1e8 * smallest) || rho === 0) break;
  }
  return best;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));
