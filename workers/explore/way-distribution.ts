/**
 * The distribution of the time from entering a network to a sink, as if the stays at its nodes did not depend on each other: the
 * transform of an age at a node's entry is the mean, weighted by flow, of those at its senders' exits (1 where elements
 * come from outside), and each stay multiplies it. The distribution of the sum is found by inversion.
 *
 * Inputs: network, flows and the transform of each stay, by index; `mean`, s, of the whole way.
 * Outputs: tails to 1e-8; where a stay has jumps or corners to 2e-5, or NaN where the inversion does not settle.
 * Cost: nodes times 63 points of an inversion, some 30 of these for four percentiles; with feedback the passes that it
 * takes until nothing changes.
 * Source: Abate & Whitt 1995 (laplace-inversion.ts).
 */
import { EULER_SHIFT, invertLaplace } from '../numeric/laplace-inversion.ts';
import type { Flows } from '../solve/flow-balance.ts';
import type { FlowNetwork } from '../solve/flow-network.ts';
import type { TimeDistribution } from '../solve/stations/time-distribution.ts';
import type { ComplexSeries, TimeTransform } from '../solve/stations/time-transform.ts';

interface WayQuestion {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  /** By index; absent where an element takes no time, or never comes. */
  readonly stays: readonly (TimeTransform | undefined)[];
  readonly mean: number;
}

export function wayDistribution(question: WayQuestion): TimeDistribution {
  const shares = sharesOf(question);
  const transform: TimeTransform = (t, count) => wayTransform(question, shares, t, count);
  const tail = (t: number): number => {
    if (t === 0) return 1;
    const found = invertLaplace({
      transform: (at, count) => tailParts(transform(at, count), at, count),
      t,
      tolerance: 1e-8,
      acceptable: 2e-5,
      most: 2048,
    });
    return found ?? Number.NaN;
  };
  return { tail, mean: question.mean, transform };
}

/** Real parts of (1 - L(s)) / s; NaN where a stay has no transform after all. */
function tailParts(along: ComplexSeries | undefined, t: number, count: number): Float64Array {
  const a = EULER_SHIFT / (2 * t);
  return Float64Array.from({ length: count }, (_, k) => {
    const b = (Math.PI * k) / t;
    return along ? ((1 - along.re[k]!) * a - along.im[k]! * b) / (a * a + b * b) : Number.NaN;
  });
}

interface Shares {
  /** By receiver: which node sends which share of what comes. */
  readonly senders: readonly (readonly { readonly from: number; readonly share: number }[])[];
  /** Share that comes from outside. */
  readonly outside: readonly number[];
}

function sharesOf({ network: { nodes }, flows: { offered, output } }: WayQuestion): Shares {
  const senders = nodes.map((): { from: number; share: number }[] => []);
  nodes.forEach(({ links }, from) => {
    for (const { to, share } of links) {
      const flow = output[from]! * share * nodes[to]!.conversion;
      if (flow > 0) senders[to]!.push({ from, share: flow / offered[to]! });
    }
  });
  const outside = senders.map((list) =>
    list.length === 0 ? 1 : 1 - list.reduce((sum, { share }) => sum + share, 0),
  );
  return { senders, outside };
}

function wayTransform(
  { network, flows: { offered }, stays }: WayQuestion,
  { senders, outside }: Shares,
  t: number,
  count: number,
): ComplexSeries | undefined {
  const stayed = stays.map((stay) => stay?.(t, count));
  if (stays.some((stay, i) => stay && !stayed[i])) return undefined;
  const re = network.nodes.map(() => new Float64Array(count));
  const im = network.nodes.map(() => new Float64Array(count));
  const again = network.returns.length > 0;
  for (let pass = 0, change = Number.POSITIVE_INFINITY; pass < MOST_PASSES && change > SETTLED; pass++) {
    change = 0;
    for (let i = 0; i < network.nodes.length; i++)
      for (let k = 0; k < count; k++) {
        let [x, y] = [outside[i]!, 0];
        for (const { from, share } of senders[i]!) {
          x += share * re[from]![k]!;
          y += share * im[from]![k]!;
        }
        const own = stayed[i];
        const exitRe = own ? x * own.re[k]! - y * own.im[k]! : x;
        const exitIm = own ? x * own.im[k]! + y * own.re[k]! : y;
        if (again) change = Math.max(change, Math.abs(exitRe - re[i]![k]!), Math.abs(exitIm - im[i]![k]!));
        re[i]![k] = exitRe;
        im[i]![k] = exitIm;
      }
  }
  return atSinks({ network, offered, re, im, count });
}

/** Feedback returns less than it takes, so that passes close in. */
const MOST_PASSES = 10_000;
const SETTLED = 1e-15;

interface Exits {
  readonly network: FlowNetwork;
  readonly offered: Float64Array;
  readonly re: readonly Float64Array[];
  readonly im: readonly Float64Array[];
  readonly count: number;
}

/** The mean over all sinks, weighted by what comes. */
function atSinks({ network: { nodes }, offered, re, im, count }: Exits): ComplexSeries {
  const sinks = nodes.flatMap(({ node }, i) => (node.kind === 'sink' ? [i] : []));
  const total = sinks.reduce((sum, i) => sum + offered[i]!, 0);
  const mean = (of: readonly Float64Array[]) =>
    Float64Array.from({ length: count }, (_, k) =>
      sinks.reduce((sum, i) => sum + (offered[i]! / total) * of[i]![k]!, 0),
    );
  return { re: mean(re), im: mean(im) };
}
