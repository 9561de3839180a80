/**
 * The traffic equations x_j = b_j + sum over i of x_i g_ij of a sparse network, b and g >= 0.
 *
 * Inputs: `links[i]`, the receivers of node i and their gains; `external`, b. Nodes in flow order.
 * Output: x >= 0; undefined when a loop returns at least what it takes, so that no finite x balances.
 * Method: where every link leads to a later node, one pass. Otherwise nodes are folded away one by one, the one with the
 * fewest ways through it first (Markowitz 1957), and put back in the reverse order. Nothing is subtracted but returns
 * from 1 (as Grassmann, Taksar & Heyman 1985 do for Markov chains), so no digits are lost unless a loop returns almost all.
 * Cost: links + fill; a chain in which every node also sends back costs O(nodes).
 */
export interface Gain {
  readonly to: number;
  readonly gain: number;
}

export interface TrafficQuestion {
  readonly links: readonly (readonly Gain[])[];
  readonly external: Float64Array;
}

export function solveTraffic(question: TrafficQuestion): Float64Array | undefined {
  const isForward = question.links.every((links, from) =>
    links.every(({ to, gain }) => to > from || gain === 0),
  );
  return isForward ? passForward(question) : eliminate(question);
}

function passForward({ links, external }: TrafficQuestion): Float64Array {
  const x = external.slice();
  for (let i = 0; i < x.length; i++) for (const { to, gain } of links[i]!) x[to]! += x[i]! * gain;
  return x;
}

/** Nearer to 1 than this a return is a rounded 1. */
const ROUNDING = 1e-13;

interface Folded {
  readonly node: number;
  /** What reached the node from those folded before it and from outside, over 1 - its return. */
  readonly visits: number;
  readonly reach: number;
  readonly senders: readonly number[];
  readonly gains: readonly number[];
}

function eliminate(question: TrafficQuestion): Float64Array | undefined {
  const { out, into } = tables(question);
  const b = question.external.slice();
  const folded: Folded[] = [];
  for (const node of markowitzOrder(out, into)) {
    const rest = 1 - (out[node]!.get(node) ?? 0);
    if (!(rest > ROUNDING)) return undefined;
    out[node]!.delete(node);
    into[node]!.delete(node);
    const reach = 1 / rest;
    const senders = [...into[node]!];
    const gains = senders.map((from) => out[from]!.get(node)!);
    folded.push({ node, visits: b[node]! * reach, reach, senders, gains });
    for (const [to, gain] of out[node]!) {
      b[to]! += b[node]! * reach * gain;
      into[to]!.delete(node);
      senders.forEach((from, k) => {
        out[from]!.set(to, (out[from]!.get(to) ?? 0) + gains[k]! * reach * gain);
        into[to]!.add(from);
      });
    }
    for (const from of senders) out[from]!.delete(node);
  }
  const x = new Float64Array(b.length);
  for (const { node, visits, reach, senders, gains } of folded.reverse())
    x[node] = senders.reduce((sum, from, k) => sum + x[from]! * gains[k]! * reach, visits);
  return x;
}

type Out = readonly Map<number, number>[];
type Into = readonly Set<number>[];

function tables({ links }: TrafficQuestion): { readonly out: Out; readonly into: Into } {
  const out = links.map(() => new Map<number, number>());
  const into = links.map(() => new Set<number>());
  links.forEach((row, from) => {
    for (const { to, gain } of row) {
      if (gain === 0) continue;
      out[from]!.set(to, (out[from]!.get(to) ?? 0) + gain);
      into[to]!.add(from);
    }
  });
  return { out, into };
}

/** The nodes as they are folded: each time one of those with the fewest ways through, as the tables are then. */
function* markowitzOrder(out: Out, into: Into): Generator<number> {
  const remaining = new Set(out.keys());
  while (remaining.size > 0) {
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const node of remaining) {
      const ways = out[node]!.size * into[node]!.size;
      if (ways < fewest) [best, fewest] = [node, ways];
      if (ways <= FEW_WAYS) break;
    }
    remaining.delete(best);
    yield best;
  }
}

/** A node with so few ways through is taken without looking on. */
const FEW_WAYS = 4;
