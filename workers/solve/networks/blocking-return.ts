/**
 * Elements that come back to a stage which loses what finds it full. Who comes back at once takes the place that he left, and is
 * never lost: to the queue he is served again before he leaves, so that a stage of load a, to which g of what it serves comes
 * back, serves 1 / (1 - g) times and is offered only what is new (immediate feedback: W. Whitt 1983, Bell System Tech. J.
 * 62(9), section III). Who is long on his way finds the stage as anybody else does. Where nothing is lost both have the same load.
 *
 * `shareAtOnce` goes between them by where the elements of the cycle are: those who are here are like the first kind, those on their way like the
 * second. Its root is nearer to simulations of cycles of one to four stages than it or its square (`npm run verify
 * approximations`, strong feedback).
 */

/** A stage, by what one element that it serves becomes elsewhere. */
interface Outlet {
  readonly to: readonly { readonly stage: number; readonly share: number; readonly conversion: number }[];
}

export interface Return {
  /** Share of what the stage serves that comes back to it, its own unit; at most 1. */
  readonly gain: number;
  /** Stages on the way back, by index. */
  readonly way: readonly number[];
  /** By stage, what it does that has not yet been here when nothing is held up or lost, elements per second. */
  readonly fresh: Float64Array;
}

/** Undefined where nothing comes back. `stages` in flow order. */
export function returnTo(
  at: number,
  stages: readonly Outlet[],
  sources: readonly (Outlet & { readonly size: number; readonly time: number })[],
): Return | undefined {
  const none = () => new Float64Array(stages.length);
  const served = none();
  served[at] = 1;
  const own = spread(served, at, stages);
  const gain = Math.min(1, own[at]!);
  if (gain === 0) return undefined;
  const entering = none();
  for (const { size, time, to } of sources) send(entering, size / time, to);
  entering[at] = 0;
  const fresh = spread(entering, at, stages).map((more, i) => entering[i]! + more);
  const way = [...stages.keys()].filter((i) => i !== at && own[i]! > 0);
  return { gain, way, fresh };
}

/** What comes to each stage of what is there, if nothing goes on from `at`. */
function spread(there: Float64Array, at: number, stages: readonly Outlet[]): Float64Array {
  const all = new Float64Array(stages.length);
  let out = there;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = new Float64Array(stages.length);
    for (let i = 0; i < stages.length; i++) if (out[i]! > 0) send(next, out[i]!, stages[i]!.to);
    let most = 0;
    for (let i = 0; i < stages.length; i++) {
      all[i]! += next[i]!;
      if (i !== at) most = Math.max(most, next[i]! / all[i]! || 0);
    }
    next[at] = 0;
    if (most < SETTLED) break;
    out = next;
  }
  return all;
}
/** Other cycles go on for ever, and are told by then. */
const MOST_ROUNDS = 200;
const SETTLED = 1e-9;

function send(received: Float64Array, flow: number, to: Outlet['to']): void {
  for (const { stage, share, conversion } of to) received[stage]! += flow * share * conversion;
}

/** Share of those who come back that the stage serves again at once. `here`, `away`: mean elements at the stage and on the way. */
export const shareAtOnce = (here: number, away: number): number =>
  here > 0 ? Math.sqrt(here / (here + away)) : 0;
