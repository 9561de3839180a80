/**
 * Queues of which each arrival joins the shortest, the next in turn where several are: the shares they get and how many wait in each, which
 * hang on all of them at once, so that none can be looked at alone.
 *
 * Inputs: arrivals of which the shortest is chosen, those of its own, rates of service and places, by queue.
 * Outputs: by queue, its share of what is chosen for, and the mean number that waits.
 * Method: the chain of two queues and of whose turn it is; of several, each against all others together, which are taken as level.
 * Numbers that differ by more than `APART` between two queues, and lengths that occur next to never, are left out. Beyond a full queue that is
 * chosen nothing comes.
 * Exact for two queues of exponential times; approximate else.
 * Numerics: elimination without subtraction (gth.ts); cost: `LONGEST` x `APART`^3 for two.
 * Source: own; J. Kingman 1961, Annals of Math. Stat. 32(4), 1314-1323 poses the question.
 */
import { exp, log } from '../../../core/numeric/elementary.ts';
import { solveGth } from '../../numeric/gth.ts';
import { logGeometricSum, truncatedGeometricMean } from '../../numeric/truncated-geometric.ts';
import {
  type BlockingQueue,
  type BlockingQueueAnswer,
  type Pace,
  solveByMoments,
  solvePace,
} from './blocking-queue.ts';

export interface ShortestQueue {
  /** Elements per second, if all were to come here. */
  readonly arrivals: number;
  /** Others that come here in any case, per second. */
  readonly own: number;
  /** Elements per second that all its servers do, of which there are so many at once. */
  readonly rate: number;
  readonly most: number;
  /** Elements that may wait while all servers are busy. */
  readonly room: number;
  /** Senders that stand still while there is no room. */
  readonly senders: number;
}

export interface ShortestAnswer {
  readonly part: number;
  readonly waiting: number;
  /** How often its senders stand still before it, or the share of what comes that is lost. */
  readonly blocked: number;
  /** Share of its servers, or of its batches, that are idle. */
  readonly idle: number;
  /** What all queues together are offered, over what they can do. */
  readonly load: number;
}

type Lone = Omit<ShortestAnswer, 'load'>;

/** Undefined where the chain would be too large. `sinks`: what is as good as an empty queue at any time. */
export function solveShortest(
  queues: readonly ShortestQueue[],
  sinks: number,
): readonly ShortestAnswer[] | undefined {
  const top = longest(queues);
  if (top === undefined) return undefined;
  const cut = queues.map(
    (queue): Level => ({
      ...queue,
      room: Math.min(queue.room, top),
      senders: Math.min(queue.senders, 1),
      count: 1,
    }),
  );
  let answers: readonly Lone[] = [];
  for (let round = 0; round < (sinks > 0 ? ROUNDS : 1); round++) {
    const before = answers;
    answers = cut.map((one, i) => {
      const others = cut.filter((_, k) => k !== i);
      const idle = before.reduce((sum, other, k) => (k === i ? sum : sum + other.idle), sinks);
      return solveAgainst(
        one,
        sinks > 0 ? empty(one, round > 0 ? idle : sinks + others.length) : all(others),
      );
    });
  }
  const total = sinks > 0 ? 1 : answers.reduce((sum, { part }) => sum + part, 0);
  const load = loadOf(queues);
  const y = log(load);
  return answers.map((answer, i) => {
    const { room, most } = queues[i]!;
    const looked = cut[i]!.room;
    const [levels, few] = [(room + most) * queues.length, (looked + most) * queues.length];
    /** An end is as seldom as levels are many, and geometric in the load. */
    const further = (steepness: number): number =>
      exp(
        steepness * (levels - few) +
          logGeometricSum(steepness, few - 1) -
          logGeometricSum(steepness, levels - 1),
      );
    const longer = (steepness: number): number =>
      truncatedGeometricMean(steepness, levels) / truncatedGeometricMean(steepness, few);
    return {
      part: answer.part / total,
      load,
      blocked: answer.blocked * further(y),
      idle: y > 0 ? answer.idle * further(-y) : answer.idle,
      waiting: y > 0 ? room - (looked - answer.waiting) * longer(-y) : answer.waiting * longer(y),
    };
  });
}

/** Arrivals over what all queues together have left for them. */
function loadOf(queues: readonly ShortestQueue[]): number {
  const free = queues.reduce((sum, { rate, own }) => sum + Math.max(0, rate - own), 0);
  return queues.reduce((sum, { arrivals }) => sum + arrivals, 0) / queues.length / free;
}

/** Which others are empty hangs on what they get. */
const ROUNDS = 3;

/** So many sinks, and others that are empty: beside a sink each gets something only while it is empty, the next in turn. */
const empty = ({ arrivals }: Level, count: number): Level => ({
  arrivals,
  own: 0,
  rate: AT_ONCE * arrivals,
  most: 1,
  room: 0,
  senders: 0,
  count,
});
/** Sinks are so many times as quick as what comes to them. */
const AT_ONCE = 1e6;

/** Several that are level, `count` of them. */
interface Level extends ShortestQueue {
  readonly count: number;
}

function all(queues: readonly Level[]): Level {
  const sum = (of: keyof ShortestQueue): number => queues.reduce((total, queue) => total + queue[of], 0);
  const count = queues.length;
  // The shortest of them is full when all are.
  const places = count * Math.min(...queues.map(({ most, room }) => most + room));
  return {
    arrivals: sum('arrivals') / count,
    own: sum('own'),
    rate: sum('rate'),
    most: sum('most'),
    room: Math.max(0, places - sum('most')),
    senders: Math.min(1, sum('senders')),
    count,
  };
}

/** A chance below this is none. */
const SELDOM = 1e-7;
/** Longer queues than these, beyond those in service, are hardly any other. */
const LONGEST = 24;
/** Queues hardly ever differ by more. */
const APART = 8;
/** Servers, of all queues. */
const MOST_SERVERS = 24;
const MOST_QUEUES = 6;

function longest(queues: readonly ShortestQueue[]): number | undefined {
  if (queues.reduce((sum, { most }) => sum + most, 0) > MOST_SERVERS || queues.length > MOST_QUEUES)
    return undefined;
  const tail = Math.abs(log(loadOf(queues))) * queues.length;
  return Math.min(LONGEST, Math.ceil(-log(SELDOM) / tail));
}

/** What one of them tells. The states are the numbers in both, and whether the last that came chose the other one. */
function solveAgainst(one: Level, other: Level): Lone {
  const { count } = other;
  const [highest, others] = [one, other].map(({ most, room, senders }) => most + room + senders) as [
    number,
    number,
  ];
  const states: (readonly [number, number, number])[] = [];
  const at = new Map<number, number>();
  const key = (a: number, b: number, turn: number): number => (a * (others + 1) + b) * 2 + turn;
  const apart = APART + Math.max(one.most, other.most / count);
  for (let n = 0; n <= highest + others; n++)
    for (let a = Math.max(0, n - others); a <= Math.min(n, highest); a++) {
      const b = n - a;
      if (Math.abs(a - b / count) > apart) continue;
      for (const turn of [0, 1]) {
        at.set(key(a, b, turn), states.length);
        states.push([a, b, turn]);
      }
    }
  const starts = new Int32Array(states.length + 1);
  const [columns, values]: [number[], number[]] = [[], []];
  const [chosen, comes] = [new Float64Array(states.length), new Uint8Array(states.length)];
  let bandwidth = 0;
  states.forEach(([a, b, turn], i) => {
    const to = (x: number, y: number, next: number, rate: number): void => {
      // What is lost had its turn.
      const j = x > highest || y > others ? at.get(key(a, b, next)) : at.get(key(x, y, next));
      if (j === undefined || j === i || !(rate > 0)) return;
      columns.push(j);
      values.push(rate);
      bandwidth = Math.max(bandwidth, Math.abs(i - j));
    };
    const level = Math.floor(b / count);
    // As often as all others that are as short, in the long run.
    const drawn = a < level ? 1 : a > level ? 0 : turn / (count - (b % count));
    chosen[i] = drawn;
    if (!(a === highest && one.senders > 0) && !(b === others && other.senders > 0)) {
      comes[i] = 1;
      to(a + 1, b, 0, one.arrivals * drawn);
      to(a, b + 1, 1, other.arrivals * (1 - drawn));
    }
    to(a + 1, b, turn, one.own);
    to(a, b + 1, turn, other.own);
    if (a > 0) to(a - 1, b, turn, (one.rate * Math.min(a, one.most)) / one.most);
    if (b > 0) to(a, b - 1, turn, (other.rate * Math.min(b, other.most)) / other.most);
    starts[i + 1] = columns.length;
  });
  const rates = {
    size: states.length,
    starts,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
  const order = Int32Array.from(states.keys());
  const pi = solveGth(rates, { order, bandwidth });
  let [asked, all, waiting, refused, idle] = [0, 0, 0, 0, 0];
  states.forEach(([a], i) => {
    const share = pi[i]!;
    if (comes[i]) {
      asked += share * chosen[i]!;
      all += share;
    }
    if (a === highest) refused += share * (one.senders > 0 ? 1 : chosen[i]!);
    idle += share * Math.max(0, 1 - a / one.most);
    waiting += share * Math.min(one.room, Math.max(0, a - one.most));
  });
  const blocked = one.senders > 0 ? refused : refused / asked;
  return { part: asked / all, waiting, blocked, idle };
}

export interface Among {
  readonly answer: ShortestAnswer;
  /** Queues that are about as long. */
  readonly together: number;
  /** Dispersion of what comes, where all that is chosen for comes by chance. */
  readonly arrivals: number;
}

/** Writes into `pace`, of its own arrivals, how busy it is and how often it is full where the shortest is chosen. */
export function levelPace(pace: Pace, asked: BlockingQueue, { answer, together, arrivals }: Among): void {
  const { load, c, most } = asked;
  const senders = Math.max(1, asked.senders);
  solvePace({ ...asked, arrivals, services: most / together, group: 1 }, usual);
  const share =
    answer.load < 1
      ? load * (1 - answer.blocked * irregularity(pace.blocked, usual.blocked))
      : 1 - answer.idle * irregularity(c - pace.busy, c - usual.busy);
  pace.busy = c * Math.max(0, Math.min(1, load, share));
  pace.blocked = senders * (1 - pace.busy / (load * c));
}
const usual: Pace = { busy: 0, blocked: 0 };

/** What irregular times add to what seldom occurs; so much at most. */
const irregularity = (one: number, other: number): number =>
  Math.min(MOST_MORE, Math.max(1 / MOST_MORE, one / Math.max(NONE, other)));
const MOST_MORE = 30;

/** The queue `alone`, of its own arrivals, as it is where the shortest is chosen. */
export function withShortest(
  alone: BlockingQueueAnswer,
  asked: BlockingQueue,
  among: Among & Pace,
): BlockingQueueAnswer {
  const { answer, arrivals, together, busy, blocked } = among;
  const { room } = asked;
  const moments = solveByMoments({ ...asked, arrivals, services: asked.most / together, group: 1 });
  const waiting =
    answer.load < 1
      ? answer.waiting * irregularity(alone.waiting, moments.waiting)
      : room - (room - answer.waiting) * irregularity(room - alone.waiting, room - moments.waiting);
  return {
    ...alone,
    busy,
    blocked,
    full: Math.min(1, (alone.full * blocked) / Math.max(NONE, alone.blocked)),
    waiting: Math.min(room, Math.max(0, waiting)),
    weights: { ...alone.weights, moved: true },
  };
}
const NONE = 1e-300;
