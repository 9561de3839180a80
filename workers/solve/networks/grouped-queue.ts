/**
 * Groups that come to servers which take groups, exponential times, few places: the chain of one stage whose senders stand still
 * while the rest of a group finds no room.
 *
 * States: less than c busy servers and the elements that wait for their batch to fill; all busy and those that wait, beyond `room`
 * those of groups that are not in yet, each of which has its sender stand still.
 * Exact for one sender, but for batches that were begun with fewer than `most`, which keep places for `most`.
 * Numerics: states eliminated from the top without subtraction (Grassmann, Taksar & Heyman 1985); cost: states times the jumps up
 * times the jumps down.
 */
import type { BlockingQueue, BlockingQueueAnswer } from './blocking-queue.ts';

type Answer = Omit<BlockingQueueAnswer, 'weights'>;

/** Between whole sizes of groups in between: groups as large as batches leave states out that any mixture comes to. */
export function solveGroupedQueue(queue: BlockingQueue): Answer {
  const { group } = queue;
  const size = Math.floor(group + 1e-9);
  const [one, other] = [size, size + 1].map((whole) => ofWholeGroups({ ...queue, group: whole }));
  const part = Math.max(0, group - size);
  const between = (of: keyof Answer) => one![of] + part * (other![of] - one![of]);
  return {
    busy: between('busy'),
    blocked: between('blocked'),
    full: between('full'),
    waiting: between('waiting'),
  };
}

function ofWholeGroups({ load, group, c, least, most, room, senders }: BlockingQueue): Answer {
  const idle = c * least;
  const reach = Math.max(group, most) + idle;
  const states = idle + room + senders * group + 1;
  const width = 2 * reach;
  // Of a jump from state n to m, at n (width + 1) + m - n + reach: each row begins one place further than its state does.
  const rates = new Float64Array((states + 1) * (width + 1));
  const at = (from: number, to: number): number => from * width + to + reach;
  /** Batches begin as far as there are servers and elements. */
  const jump = (from: number, j: number, w: number, rate: number): void => {
    while (j < c && w >= least) {
      w -= Math.min(w, most);
      j++;
    }
    const to = Math.min(states - 1, j < c ? j * least + w : idle + w);
    if (to !== from) rates[at(from, to)]! += rate;
  };
  const busyAt = (n: number): number => Math.min(c, Math.floor(n / least));
  const waitingAt = (n: number): number => n - busyAt(n) * least;
  const standing = (w: number): number => Math.min(senders, Math.ceil(Math.max(0, w - room) / group));
  for (let n = 0; n < states; n++) {
    const [j, w] = [busyAt(n), waitingAt(n)];
    const sending = ((load * most * c) / group) * (1 - (j < c ? 0 : standing(w) / senders));
    if (sending > 0) jump(n, j, w + group, sending);
    if (j > 0) jump(n, j - 1, w, j);
  }
  const shares = new Float64Array(states);
  for (let n = states - 1; n > 0; n--) {
    const lowest = Math.max(0, n - reach);
    let out = 0;
    for (let to = lowest; to < n; to++) out += rates[at(n, to)]!;
    shares[n] = out;
    for (let from = lowest; from < n; from++) {
      const part = rates[at(from, n)]! / (out || 1);
      if (part > 0)
        for (let to = lowest; to < n; to++) if (to !== from) rates[at(from, to)]! += part * rates[at(n, to)]!;
    }
  }
  shares[0] = 1;
  let total = 1;
  for (let n = 1; n < states; n++) {
    let into = 0;
    for (let from = Math.max(0, n - reach); from < n; from++) into += shares[from]! * rates[at(from, n)]!;
    // States that are never come to, as where all groups are as large as all batches, go nowhere below.
    shares[n] = into / (shares[n]! || 1);
    total += shares[n]!;
  }
  let [busy, blocked, full, waiting] = [0, 0, 0, 0];
  shares.forEach((weight, n) => {
    const [j, w] = [busyAt(n), waitingAt(n)];
    const share = weight / total;
    busy += share * j;
    waiting += share * (j < c ? w : Math.min(w, room));
    if (j < c) return;
    blocked += share * standing(w);
    if (w >= room) full += share;
  });
  return { busy, blocked, full, waiting };
}
