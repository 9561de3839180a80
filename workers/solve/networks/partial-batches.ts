/**
 * One server that takes what waits, `least` to `most` elements at once, and keeps only as many places as it took: the larger the batch in
 * service, the fewer may wait, and the smaller is the next. Single arrivals, exponential times.
 *
 * Looked at when a service begins, by the batch that is served and those that still wait: while it lasts a geometric number
 * comes, as far as there is room, and then senders stand still one after the other; when it ends they come in before the next begins.
 * Exact for one server, but that no more of them come in than a batch had places. Of several servers one is followed that is as quick as all, while the others
 * keep the places of a mean batch each.
 * Cost: each step of the iteration adds up geometric sums along the states, O(places).
 */

import type { GroupedAnswer, GroupedQueue } from './grouped-queue.ts';

/** Elements come one by one. */
type PartialBatches = Omit<GroupedQueue, 'group'>;

export function solvePartialBatches(queue: PartialBatches): GroupedAnswer {
  const { c, most, room } = queue;
  const places = room + c * most;
  if (c === 1) return oneServer(queue, places);
  const follow = (size: number): Sized => {
    const own = Math.max(most, places - (c - 1) * size);
    const whole = Math.floor(own);
    const answer = oneServer(queue, whole);
    return own > whole ? between(answer, oneServer(queue, whole + 1), own - whole) : answer;
  };
  // The larger the others are taken to be, the smaller is the one that is followed: where both are alike, by secants.
  let [last, size] = [most, most / 2];
  let lastOff = follow(last).size - last;
  let answer = follow(size);
  for (let step = 0; step < MOST_STEPS; step++) {
    const off = answer.size - size;
    if (Math.abs(off) < NEAR * most || off === lastOff) break;
    const next = size - (off * (size - last)) / (off - lastOff);
    [last, lastOff, size] = [size, off, Math.min(most, Math.max(1, next))];
    answer = follow(size);
  }
  return { ...answer, busy: c * answer.busy };
}
const MOST_STEPS = 8;
const NEAR = 1e-3;

type Sized = GroupedAnswer & { readonly size: number };

function between(one: Sized, other: Sized, part: number): Sized {
  const of = (name: keyof Sized) => one[name] + part * (other[name] - one[name]);
  return {
    busy: of('busy'),
    blocked: of('blocked'),
    full: of('full'),
    waiting: of('waiting'),
    size: of('size'),
  };
}

/** Integer `places` >= `most`. Times in services. */
function oneServer({ load, least, most, senders }: PartialBatches, places: number): Sized {
  const a = load * most;
  /** Of those that come while there is room, the chance that one more comes before the service ends. */
  const q = a / (1 + a);
  const { standing, often } = standStill(a, senders);
  const room = places - most;
  /** Chances of what is there when a service begins: by size, batches behind which nobody waits; by those that wait behind one of `most`. */
  const small = new Float64Array(most);
  const behind = new Float64Array(room + 1);
  if (least < most) small[least] = 1;
  else behind[0] = 1;
  const next = { small: new Float64Array(most), behind: new Float64Array(room + 1) };
  /** By those that wait when it ends, those included that then come in. */
  const left = new Float64Array(places + 1);
  const powers = new Float64Array(places + 1);
  for (let n = 0, power = 1; n <= places; n++, power *= q) powers[n] = power;
  const fill = (waiting: number, size: number, weight: number): void => {
    for (let k = 0; k < often.length; k++) left[waiting + Math.min(k, size)]! += weight * often[k]!;
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    left.fill(0);
    let open = 0;
    for (let s = least; s < most; s++) open += small[s]!;
    let carried = 0;
    for (let n = 0; n <= places - least; n++) {
      const size = places - n;
      if (size < most) {
        fill(n, size, small[size]! * powers[n]!);
        open = Math.max(0, open - small[size]!);
      }
      left[n]! += open * (1 - q) * powers[n]!;
      if (n > room) continue;
      carried = q * carried + behind[n]!;
      if (n < room) left[n]! += (1 - q) * carried;
      else fill(n, most, carried);
    }
    next.small.fill(0);
    next.behind.fill(0);
    for (let n = 0; n <= places; n++) {
      const size = Math.max(n, least);
      if (size < most) next.small[size]! += left[n]!;
      else next.behind[Math.max(0, n - most)]! += left[n]!;
    }
    const change = towards(small, next.small) + towards(behind, next.behind);
    if (change < SETTLED) break;
  }
  let [idle, full, waiting, size] = [0, 0, 0, 0];
  for (let n = 0; n < least; n++)
    for (let k = n; k < least; k++) {
      idle += left[n]! / a;
      waiting += (left[n]! * k) / a;
    }
  const serve = (batch: number, waits: number, weight: number): void => {
    const reached = powers[places - batch - waits]!;
    full += weight * reached;
    size += weight * batch;
    waiting += weight * (waits + a * (1 - reached));
  };
  small.forEach((weight, batch) => {
    if (weight > 0) serve(batch, 0, weight);
  });
  behind.forEach((weight, waits) => {
    serve(most, waits, weight);
  });
  const time = 1 + idle;
  return {
    busy: 1 / time,
    blocked: ((senders === 0 ? 1 : standing) * full) / time,
    full: full / time,
    waiting: waiting / time,
    size,
  };
}
const MOST_ROUNDS = 1000;
const SETTLED = 1e-8;

/** Half way: large batches and small ones take turns, and chances would swing with them. Returns how far they were apart. */
function towards(now: Float64Array, next: Float64Array): number {
  let apart = 0;
  for (let i = 0; i < now.length; i++) {
    const step = next[i]! - now[i]!;
    apart += Math.abs(step);
    now[i]! += step / 2;
  }
  return apart;
}

/** Once there is no room: how many stand still when the service ends, and on the average until it does. */
function standStill(
  a: number,
  senders: number,
): { readonly standing: number; readonly often: readonly number[] } {
  const often: number[] = [];
  let [reached, standing] = [1, 0];
  for (let k = 0; k <= senders; k++) {
    const more = senders > 0 ? a * (1 - k / senders) : 0;
    often.push(reached / (1 + more));
    standing += (k * reached) / (1 + more);
    reached *= more / (1 + more);
  }
  return { standing, often };
}
