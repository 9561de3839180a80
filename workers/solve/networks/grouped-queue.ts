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

export interface GroupedQueue {
  /** Arrivals by the most that all servers serve. */
  readonly load: number;
  /** Elements that come at once, >= 1. */
  readonly group: number;
  /** Servers, each of which takes `least` to `most` elements at once. */
  readonly c: number;
  readonly least: number;
  readonly most: number;
  /** Elements that may wait. */
  readonly room: number;
  /** Those who stand still where there is no room; none where elements are lost. */
  readonly senders: number;
}

export type GroupedAnswer = Record<'busy' | 'blocked' | 'full' | 'waiting', number>;

/** Between whole sizes of groups in between: groups as large as batches leave states out that any mixture comes to. */
export function solveGroupedQueue(queue: GroupedQueue): GroupedAnswer {
  const { group, most } = queue;
  const size = Math.floor(group + 1e-9);
  const solve = most === 1 ? ofSingles : ofBatches;
  const answer = solve({ ...queue, group: size });
  const part = group - size;
  if (part <= 0) return answer;
  const other = solve({ ...queue, group: size + 1 });
  for (const of of ['busy', 'blocked', 'full', 'waiting'] as const)
    answer[of] += part * (other[of] - answer[of]);
  return answer;
}

function ofSingles({ load, group, c, room, senders }: GroupedQueue): GroupedAnswer {
  const places = room + c;
  const levels = levelsOf({ load: load * c, group, c, places, senders });
  const answer = { busy: 0, blocked: 0, full: 0, waiting: 0 };
  for (let n = 0; n < levels.length; n++) {
    const share = levels[n]!;
    const busy = Math.min(n, c);
    answer.busy += share * busy;
    answer.waiting += share * (Math.min(n, places) - busy);
    if (n < places) continue;
    answer.full += share;
    answer.blocked += share * Math.ceil((n - places) / group);
  }
  return answer;
}

/** Weights are made smaller when one exceeds this: under overload each is many times the one before. */
const LARGE = 1e100;

interface Groups {
  /** Elements that come while nobody stands still, times the time of a service. */
  readonly load: number;
  /** Whole. */
  readonly group: number;
  readonly c: number;
  readonly places: number;
  /** 0 where what finds no room is lost. */
  readonly senders: number;
}

/**
 * Shares of time by the number in the stage, beyond its places with those of groups that are not in yet, where elements are
 * served one by one. What crosses a level upwards is the groups that began less than a group below it, downwards one service.
 */
export function levelsOf({ load, group, c, places, senders }: Groups): number[] {
  const top = places + senders * group;
  const p = new Array<number>(top + 1).fill(0);
  p[0] = 1;
  const sendingAt = (n: number): number =>
    n <= places ? p[n]! : p[n]! * (1 - Math.ceil((n - places) / group) / senders);
  let sending = 0;
  for (let n = 0; n < top; n++) {
    sending += sendingAt(n);
    if (n >= group) sending -= sendingAt(n - group);
    p[n + 1] = ((load / group) * Math.max(0, sending)) / Math.min(n + 1, c);
    if (p[n + 1]! < LARGE) continue;
    for (let k = 0; k <= n + 1; k++) p[k]! /= LARGE;
    sending /= LARGE;
  }
  const total = p.reduce((sum, weight) => sum + weight, 0);
  return p.map((weight) => weight / total);
}

function ofBatches({ load, group, c, least, most, room, senders }: GroupedQueue): GroupedAnswer {
  const idle = c * least;
  const reach = Math.max(group, most) + idle;
  const states = idle + room + senders * group + 1;
  const width = 2 * reach;
  // The rate of a jump from state n to m stands at n (width + 1) + m - n + reach: each row begins one place further than its state does.
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
    const share = into / (shares[n]! || 1);
    shares[n] = share;
    total += share;
    if (share < LARGE) continue;
    for (let k = 0; k <= n; k++) shares[k]! /= share;
    total /= share;
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
