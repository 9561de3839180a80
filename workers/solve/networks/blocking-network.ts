/**
 * Finite stages that hold each other up or lose, in any open network: every stage as a queue of blocking-queue.ts between
 * its senders and its own servers, joined by the times that servers are starved and held.
 *
 * A server holds an element (a batch) as long as its service lasts and until there is room behind it. What comes to a stage
 * while it has room is what its senders do when they are not held there: their own services and the times they starve.
 * Forward, arrivals follow from what the stages before do; backward, holding times from what the stages behind do; until
 * neither changes. A source is a server that always has work. Sources of blocked time: the mean wait of a sender that
 * comes to a full stage is the same for all; whoever sends groups waits until the last of a group is in.
 * Irregularity of streams as in QNA: index of dispersion of counts, thinned, merged, and smoothed by servers; of holding
 * times the service and the wait, which is a race against it.
 * Blocking before service is blocking after service with as many places less as senders may reserve.
 * Conserves flow: at the end all flows follow from what the sources emit.
 * Approximate: neighbours are taken as independent, and in the rounds long times of blocking as many short ones; when flows have settled,
 * waits and full queues follow with the work that senders have left over (`leave`), from the last stage backwards.
 * Cost: some 10 to 100 rounds of two queues for each stage. Ends after `MOST_ROUNDS`; `residual` says how far apart two stages
 * then are in the flow between them.
 * Source: Y. Dallery, R. David & X. Xie 1988, IIE Transactions 20(3), 280-283 (the rounds); Y. Dallery & Y. Frein 1993,
 * Operations Research 41(2), 386-399; H. Perros & T. Altiok 1986, IEEE Trans. Software Eng. 12(3) (networks); W. Whitt 1983,
 * Bell System Tech. J. 62(9), 2779-2815 (irregularity); B. Tan & S. Gershwin 2009, Annals of Operations Research.
 */
import { exp, log, pow } from '../../../core/numeric/elementary.ts';
import { truncatedGeometricMean } from '../../numeric/truncated-geometric.ts';
import {
  type BlockingQueue,
  type BlockingQueueAnswer,
  type Pace,
  promisedPlaces,
  solveBlockingQueue,
  solvePace,
  solveWorkLeft,
  type WorkLeft,
} from './blocking-queue.ts';
import { type Return, returnTo, shareAtOnce } from './blocking-return.ts';
import { type Branch, type Starved, starvedBranches, withStarved } from './blocking-split.ts';
import {
  type Among,
  levelPace,
  type ShortestAnswer,
  type ShortestQueue,
  solveShortest,
  withShortest,
} from './shortest-queues.ts';

export interface Target {
  /** Index of the stage. */
  readonly stage: number;
  /** Elements that go there for each that is served (of a source, emitted), in the sender's unit. */
  readonly share: number;
  /** Share of those that are served that wants places there; more than go where places are reserved before a filter. */
  readonly asks: number;
  /** Share of those that go on that is dealt out in turn; 1 where chance decides alone. */
  readonly turn: number;
  /** Elements of the receiver that one becomes. */
  readonly conversion: number;
  /** Stages of which the shortest queue is chosen, this one among them, and SINK for each sink; `share`, `asks` and `turn` are of all together. */
  readonly shortestOf?: readonly number[];
  /** Stages whose tasks a join on the way puts together, the sender among them: only the last task of an element goes on. `share` and `asks` are as if all were the last as often. */
  readonly lastOf?: readonly number[];
}

export interface BlockingSource {
  /** Mean time between batches, s. */
  readonly time: number;
  readonly scv: number;
  readonly size: number;
  readonly to: readonly Target[];
}

export interface BlockingNode {
  /** Mean time of a service (of a batch), s. */
  readonly time: number;
  readonly scv: number;
  readonly servers: number;
  /** Elements that a service begins with, at least and at most. */
  readonly least: number;
  readonly most: number;
  /** Infinity for an unbounded stage. */
  readonly capacity: number;
  /** Loses what finds it full, instead of holding its senders. */
  readonly drops: boolean;
  /** Its senders reserve their places before service. */
  readonly reserves: boolean;
  /** Its own queue, where its arrivals are known without the others and a model of its own is exact; one by one. */
  readonly known?: KnownQueue;
  readonly to: readonly Target[];
}

export type KnownQueue = Pick<BlockingQueueAnswer, 'busy' | 'blocked' | 'full' | 'waiting'>;

export interface BlockingNetwork {
  /** In flow order, but for feedback. */
  readonly stages: readonly BlockingNode[];
  readonly sources: readonly BlockingSource[];
}

export interface BlockingNodeAnswer {
  /** Elements per second, own unit. */
  readonly offered: number;
  readonly accepted: number;
  /** Mean time that a service holds its server, s. */
  readonly holding: number;
  /** Services per second. */
  readonly services: number;
  readonly meanOccupancy: number;
  readonly full: number;
  /** Without bound, and offered more than it can take. */
  readonly grows: boolean;
  /** Where it loses, the share of what it serves that comes back to it; 0 elsewhere. */
  readonly gain: number;
  readonly queue: KnownQueue | BlockingQueueAnswer;
}

export interface BlockingAnswer {
  readonly stages: readonly BlockingNodeAnswer[];
  /** By source, elements per second. */
  readonly emitted: readonly number[];
  /** By list of stages of which the shortest queue is chosen: the shares that they get. */
  readonly parts: ReadonlyMap<readonly number[], readonly number[]>;
  /** By stage: mean wait of a sender that comes to it, s. */
  readonly waits: readonly number[];
  /** Largest relative difference between what a stage does and what comes to it. */
  readonly residual: number;
}

/** Stands for no bound: next to nothing is beyond, unless the stage saturates. */
const UNBOUNDED = 1e15;
const MOST_ROUNDS = 400;
/** After so many rounds steps are halved. */
const CAREFUL = 60;
const SETTLED = 1e-7;
/** Steps of this many rounds are looked at before the waits go on at once. */
const LOOK = 3;
/** Smaller ratios of one step to the last need no help. */
const SLOW = 0.3;
/** Rounds that are skipped at most, as far as the steps go on as before. */
const MOST_SKIPPED = 128;
const NO_LOAD = 1e-300;
const ROUNDING = 1e-13;
/** Which branch is the last feeds on itself, so it is settled before the rounds are hurried on, and then left. */
const MOST_UNSURE = 40;
const SURE = 1e-4;
/** Step towards the shares of the shortest queues, and of the last branches. */
const CAUTION = 0.3;
/** What has moved by more makes shortest queues be looked at again; the less, the nearer the rounds are to their end. */
const ROUGH = 0.02;
const FINE = 1e-3;
const MOST_LOOKS = 20;
const FEW_LOOKS = 3;

/** Stands for a sink among stages of which the shortest queue is chosen: it never holds anything. */
export const SINK = -1;

/** Queues of which the shortest is chosen. */
interface Choice {
  readonly list: readonly number[];
  readonly sinks: number;
  readonly places: readonly Place[];
  /** Those who choose, by place. */
  readonly senders: readonly (readonly Sender[])[];
  /** What was looked at, rates of all places, and what that told. */
  rates: readonly number[];
  answers: readonly ShortestAnswer[] | undefined;
  /** How often that may be done again. */
  left: number;
}

interface Sender {
  readonly from: Server;
  /** Index of the stage that sends; -1 of a source. */
  readonly at: number;
  /** What it sends at most that has not been there before, elements of the receiver per second. */
  fresh: number;
  readonly target: Target;
  /** What it sends while it is not held there, elements of the receiver per second. */
  brings: number;
  /** How long a service of the sender is held here, s, as far as its holding time knows. */
  held: number;
  /** Share of what the target's stages get together, where the shortest queue is chosen; how often its task is the last, over the mean, before a join; else 1. */
  part: number;
}

/** A stage or source as a sender: what it does now. */
interface Server {
  readonly servers: number;
  readonly time: number;
  readonly isSource: boolean;
  readonly sends: Sender[];
  /** Services per second, and elements per service. */
  rate: number;
  size: number;
  holding: number;
  /** Index of dispersion of what it sends while it is not held. */
  dispersion: number;
}

interface Place extends Server, Pace {
  readonly node: BlockingNode;
  readonly senders: Sender[];
  holdingScv: number;
  arrivals: number;
  dispersionIn: number;
  /** Dispersion of what comes, if all senders sent as by chance. */
  usualIn: number;
  /** Mean wait of a sender's visit, and how often it has to wait. */
  wait: number;
  /** Written again from round to round. */
  asked: Question | undefined;
  queue: KnownQueue | BlockingQueueAnswer | undefined;
  grows: boolean;
  /** Places that ever fill: where the shortest queue is chosen, no more than the others have. */
  most: number;
  /** Places before it, along the longest way. */
  behind: number;
  /** For how many of its services its senders stand still in a row, where they catch up between. */
  row: number;
  /** Queues that are as long as this one at any time, itself included. */
  together: number;
  moved: boolean;
  /** Where the shortest of several is chosen. */
  shortest: ShortestAnswer | undefined;
  /** Irregularity of the services of all of them: what makes one of them long makes all long. */
  pooled: number | undefined;
  /** Where its senders deal out over several that they may have to wait for. */
  split: Split | undefined;
  /** Its queue as if its senders had nobody else to wait for. */
  undisturbed: BlockingQueueAnswer | undefined;
  /** Where it loses and its own elements come back to it. */
  back: (Return & { readonly places: readonly Place[] }) | undefined;
  /** Share of what it serves that it serves again at once. */
  again: number;
  /** Rounds ask for more than its pace. */
  isWhole: boolean;
  /** Pace and wait when it was last looked at. */
  seenRate: number;
  seenWait: number;
}

type Question = { -readonly [Name in keyof BlockingQueue]: BlockingQueue[Name] };

interface Split {
  readonly branches: readonly Place[];
  /** Shares of what is dealt out, and holding times, that `starved` is of. */
  shares: readonly number[];
  holdings: readonly number[];
  starved: readonly Starved[];
}

export interface BlockingRounds {
  /** Waits by stage to begin with, such as those of a network that differs little; none at first. */
  readonly waits?: readonly number[];
  /** Relative change of a round that ends them; default 1e-7. */
  readonly settled?: number;
  /** Most rounds; default 400. */
  readonly most?: number;
  /** A stage without bound that is offered up to so much more than it can do is taken to carry it; default 0. */
  readonly slack?: number;
}

export function solveBlockingNetwork(network: BlockingNetwork, rounds: BlockingRounds = {}): BlockingAnswer {
  const answer = solveByRounds(network, rounds, true);
  // Few do not settle while branches starve each other; their answer is that of independent neighbours.
  return isSettled(answer) ? answer : solveByRounds(network, rounds, false);
}

/** Whether stages agree on the flow between them. False too where numbers went beyond all bounds and are none. */
export const isSettled = ({ residual }: Pick<BlockingAnswer, 'residual'>): boolean => residual <= UNSETTLED;
const UNSETTLED = 0.01;

function solveByRounds(
  { stages, sources }: BlockingNetwork,
  { waits, settled = SETTLED, most = MOST_ROUNDS, slack = 0 }: BlockingRounds,
  splits: boolean,
): BlockingAnswer {
  const places = stages.map(placeOf);
  const entries = sources.map(entryOf);
  const outlets = [...sources, ...stages];
  [...entries, ...places].forEach((server, i) => {
    for (const target of outlets[i]!.to) {
      const at = i < entries.length ? -1 : i - entries.length;
      const part = 1 / (target.shortestOf?.length ?? 1);
      const sender: Sender = {
        from: server,
        at,
        target,
        fresh: Number.POSITIVE_INFINITY,
        brings: 0,
        held: 0,
        part,
      };
      server.sends.push(sender);
      const place = places[target.stage]!;
      place.senders.push(sender);
      if (at >= 0 && at < target.stage)
        place.behind = Math.max(place.behind, places[at]!.behind + stages[at]!.capacity);
    }
  });
  if (splits) findSplits([...entries, ...places], places);
  if (stages.some(({ to }, i) => to.some(({ stage }) => stage <= i))) findReturns(places, sources);
  for (const place of places)
    place.isWhole = place.split !== undefined || place.senders.some(({ target }) => target.lastOf);
  const senders = places.flatMap((place) => place.senders);
  const choices = choicesOf(places, waits ? FEW_LOOKS : MOST_LOOKS);
  for (const choice of choices) levelOut(choice);
  const joined = senders.filter(({ target }) => target.lastOf);
  /** Rounds that are left to see which branches are the last. */
  let unsure = joined.length > 0 ? MOST_UNSURE : 0;
  if (waits) {
    places.forEach((place, i) => {
      place.wait = waits[i]!;
    });
    holdAll(places, entries);
  }
  const creep = new Creep(places);
  let [step, changed] = [1, 1];
  for (let round = 0; round < most; round++) {
    let change = 0;
    for (const choice of choices) choose(choice, step, Math.min(ROUGH, Math.max(FINE, changed)));
    if (unsure > 0) {
      const moves = joined.map((sender) => CAUTION * (lastOf(sender, places) - sender.part));
      joined.forEach((sender, i) => {
        sender.part += moves[i]!;
      });
      unsure = round === 0 || Math.max(...moves) > SURE ? unsure - 1 : 0;
      change = 1;
    }
    for (const place of places) settle(place, step);
    for (let i = places.length - 1; i >= 0; i--) {
      const place = places[i]!;
      hold(place, places);
      settle(place, step);
      change = Math.max(change, changeOf(place));
    }
    for (const entry of entries) {
      hold(entry, places);
      const rate = 1 / entry.holding;
      change = Math.max(change, Math.abs(rate - entry.rate) / rate);
      entry.rate = rate;
    }
    if (change < settled) break;
    changed = change;
    if (round % CAREFUL === CAREFUL - 1) step /= 2;
    creep.follow();
    if (unsure === 0 && round % LOOK === LOOK - 1 && creep.skip(change)) holdAll(places, entries);
  }
  const settledWaits = places.map(({ wait }) => wait);
  for (const place of places) place.queue ??= solveBlockingQueue(place.asked!);
  for (let i = places.length - 1; i >= 0; i--) leave(places[i]!, places);
  for (const place of places) {
    const { queue, asked, grows, shortest, rate, holding, blocked } = place;
    if (shortest && asked && !grows && queue && 'weights' in queue)
      place.queue = withShortest(queue, asked, { ...amongShortest(place), busy: rate * holding, blocked });
  }
  return answerOf(places, entries, choices, { waits: settledWaits, slack });
}

/**
 * Rounds near saturation go on in ever the same direction, each step nearly as long as the last: summed at once as a
 * geometric series (Aitken's extrapolation, along the last step). The rounds that follow decide, so that nothing but their number depends on it.
 */
class Creep {
  readonly #places: readonly Place[];
  readonly #last: Float64Array;
  readonly #step: Float64Array;
  #ratio = 0;
  /** Change of the round before the last skip. */
  #change = Number.POSITIVE_INFINITY;
  /** Looks that are let pass after a skip that did harm, and how many are left. */
  #pause = 0;
  #rest = 0;

  constructor(places: readonly Place[]) {
    this.#places = places;
    this.#last = Float64Array.from(places, ({ wait }) => wait);
    this.#step = new Float64Array(places.length);
  }

  follow(): void {
    let [along, squares] = [0, 0];
    for (let i = 0; i < this.#places.length; i++) {
      const { wait, time } = this.#places[i]!;
      const step = wait - this.#last[i]!;
      const before = this.#step[i]!;
      const scale = 1 / (wait + time) ** 2;
      along += step * before * scale;
      squares += before * before * scale;
      this.#step[i] = step;
      this.#last[i] = wait;
    }
    this.#ratio = squares > 0 ? along / squares : 0;
  }

  /** Whether it did. `change`: of the last round. A skip after which it is larger did harm, and the next waits longer. */
  skip(change: number): boolean {
    if (this.#rest > 0) {
      this.#rest--;
      return false;
    }
    if (change > this.#change) {
      this.#pause = 2 * this.#pause + 1;
      this.#rest = this.#pause;
      this.#change = Number.POSITIVE_INFINITY;
      return false;
    }
    const ratio = this.#ratio;
    if (!(ratio > SLOW)) return false;
    this.#change = change;
    const rounds = ratio < 1 ? Math.min(MOST_SKIPPED, ratio / (1 - ratio)) : MOST_SKIPPED;
    for (let i = 0; i < this.#places.length; i++) {
      const place = this.#places[i]!;
      place.wait = Math.max(0, place.wait + rounds * this.#step[i]!);
      this.#last[i] = place.wait;
    }
    return true;
  }
}

/** By the waits as they are. */
function holdAll(places: readonly Place[], entries: readonly Server[]): void {
  for (const place of places) hold(place, places);
  for (const entry of entries) {
    hold(entry, places);
    entry.rate = 1 / entry.holding;
  }
}

/** Relative change of a place since it was asked last: of its pace, and of how long its senders wait for it. */
function changeOf(place: Place): number {
  const { rate, wait, time, seenRate, seenWait } = place;
  place.seenRate = rate;
  place.seenWait = wait;
  return Math.abs(rate - seenRate) / (rate || 1) + Math.abs(wait - seenWait) / (wait + time);
}

function placeOf(node: BlockingNode): Place {
  const { servers, time, least, most, scv } = node;
  return {
    node,
    servers,
    time,
    isSource: false,
    sends: [],
    rate: 0,
    size: (least + most) / 2,
    holding: time,
    holdingScv: scv,
    dispersion: 1,
    senders: [],
    arrivals: 0,
    dispersionIn: 1,
    usualIn: 1,
    wait: 0,
    asked: undefined,
    busy: node.known?.busy ?? 0,
    blocked: node.known?.blocked ?? 0,
    queue: node.known,
    grows: false,
    most: node.capacity,
    behind: 0,
    row: 1,
    together: 1,
    moved: false,
    shortest: undefined,
    pooled: undefined,
    split: undefined,
    undisturbed: undefined,
    back: undefined,
    again: 0,
    isWhole: false,
    seenRate: 0,
    seenWait: 0,
  };
}

const entryOf = ({ time, scv, size }: BlockingSource): Server => ({
  servers: 1,
  time,
  isSource: true,
  sends: [],
  rate: 1 / time,
  size,
  holding: time,
  dispersion: size * scv,
});

/** Services of a sender, per second, of which at least one element wants to enter. */
const visitsOf = (sender: Sender): number => sender.from.rate * visitShare(sender);

function visitShare({ from: { size }, target, part }: Sender): number {
  const { conversion } = target;
  const asks = target.asks * part;
  const some = size <= 1 || asks >= 1 ? Math.min(1, asks) : 1 - pow(1 - asks, size);
  return some * Math.min(1, conversion);
}

function choicesOf(places: readonly Place[], left: number): readonly Choice[] {
  const lists = new Set(
    places.flatMap(({ senders }) =>
      senders.flatMap(({ target: { shortestOf } }) => (shortestOf ? [shortestOf] : [])),
    ),
  );
  return [...lists].map((list): Choice => {
    const among = list.flatMap((i) => places[i] ?? []);
    const senders = among.map((place) => place.senders.filter(({ target }) => target.shortestOf === list));
    const sinks = list.length - among.length;
    return { list, sinks, places: among, senders, rates: [], answers: undefined, left };
  });
}

/** Where what comes at random, or by other choices, is taken as beside this one. */
const isOnly = ({ list, places }: Choice, k: number): boolean =>
  places[k]!.senders.every(({ target: { shortestOf } }) => !shortestOf || shortestOf === list);

/** Queues that are chosen among are about as long: where nothing else comes to them, no longer than the one with fewest places. */
function levelOut(choice: Choice): void {
  const { places, sinks, senders } = choice;
  const fewest = sinks > 0 ? 0 : Math.min(...places.map(({ node }) => node.capacity));
  places.forEach((place, k) => {
    if (sinks === 0 && isOnly(choice, k)) place.together = places.length;
    if (senders[k]!.length < place.senders.length) return;
    place.most = Math.min(place.most, Math.max(fewest + 1, place.servers * place.node.most));
  });
}

/** What the queues of a choice are fed and can do, now. */
const queuesOf = ({ list, places, senders }: Choice): readonly ShortestQueue[] =>
  places.map((place, k): ShortestQueue => {
    const rate = limitOf(place);
    const chosen = senders[k]!.reduce((sum, { brings }) => sum + brings, 0);
    const most = place.servers * place.node.most;
    return {
      arrivals: senders[k]!.reduce((sum, { from, target }) => {
        const { rate, size, servers, time, sends } = from;
        const held = sends.reduce(
          (all, other) => all + (other.target.shortestOf === list ? other.held : 0),
          0,
        );
        const free = Math.max((rate * time) / servers, 1 - (rate * held) / servers);
        return sum + (rate * size * target.share * target.conversion) / free;
      }, 0),
      own: Math.min((1 - ROUNDING) * rate, Math.max(0, place.arrivals - chosen)),
      rate,
      most,
      room: Math.min(UNBOUNDED, place.most) - most,
      senders: place.asked?.senders ?? 0,
    };
  });

/** Looks at the queues again where something has moved by more than `precision`, and goes a step towards their shares. */
function choose(choice: Choice, step: number, precision: number): void {
  const queues = queuesOf(choice);
  if (queues.some(({ arrivals }) => !(arrivals > 0))) return;
  const rates = queues.flatMap(({ arrivals, own, rate }) => [arrivals, own, rate]);
  const far = choice.rates.length > 0 ? step * CAUTION : 1;
  if (choice.left > 0 && !rates.every((rate, i) => Math.abs(rate - choice.rates[i]!) <= precision * rate)) {
    choice.left--;
    choice.rates = rates;
    choice.answers = solveShortest(queues, choice.sinks);
    choice.places.forEach((place, k) => {
      if (isOnly(choice, k)) place.shortest = choice.answers?.[k];
      place.asked = undefined;
    });
  }
  const services = choice.places.reduce((sum, { rate }) => sum + rate, 0);
  const pooled = choice.places.reduce((sum, { rate, holdingScv }) => sum + (rate / services) * holdingScv, 0);
  choice.places.forEach((place, k) => {
    if (isOnly(choice, k)) place.pooled = pooled;
  });
  // Too many for a chain are kept as long by what each can do besides.
  const free = queues.reduce((sum, { rate, own }) => sum + rate - own, 0);
  const parts = choice.answers?.map(({ part }) => part) ?? queues.map(({ rate, own }) => (rate - own) / free);
  choice.senders.forEach((senders, k) => {
    for (const sender of senders) sender.part += far * (parts[k]! - sender.part);
  });
}

const amongShortest = ({ shortest, together, usualIn }: Place): Among => ({
  answer: shortest!,
  together,
  arrivals: usualIn,
});

/**
 * Tasks of one fork come to all its branches at once, so the last of an element is in the branch that holds most. That branch alone is held
 * up behind the join, the others are as if nothing blocked: its level n has the weight r^n, theirs s^n. Where r is above 1 it stays the
 * fullest for as long as its places let it, so that which one it is hangs on the places more than on the speeds.
 */
function lastOf({ from, target }: Sender, places: readonly Place[]): number {
  const branches = target.lastOf!.map((i) => places[i]!);
  const { wait, queue, senders } = places[target.stage]!;
  const usual = branches.reduce((sum, { time }, k) => {
    const sender = senders.find(({ from: other }) => other === branches[k])!;
    return sum + (sender.part * time) / branches.length;
  }, 0);
  /** Who comes to a full stage waits until there is room, the longer the quicker it was. */
  const heldFor = (time: number): number => time + wait + (queue?.full ?? 0) * (usual - time);
  const most = Math.max(...branches.map(({ node }) => Math.min(node.capacity, UNBOUNDED)));
  const step = Math.max(1, Math.ceil(most / MOST_STEPS));
  // While none of them is full, all get as much; while that one is, the others get what goes through.
  const free = Math.max(NO_LOAD, ...branches.map(({ arrivals }) => arrivals));
  const weights = branches.map((own) => {
    const others = branches.filter((branch) => branch !== own);
    const held = step * log((free * heldFor(own.time)) / own.servers);
    const spared = others.map(({ rate, size, time, servers }) => (rate * size * time) / servers);
    const sums = others.map(() => 0);
    const levels: number[] = [];
    for (let n = 0; n * step <= own.node.capacity && n <= MOST_STEPS; n++) {
      let weight = n * held;
      others.forEach((other, k) => {
        if (n * step <= other.node.capacity) sums[k]! += pow(spared[k]!, n * step);
        weight += log(sums[k]!);
      });
      levels.push(weight);
    }
    const top = Math.max(...levels);
    return top + log(levels.reduce((sum, weight) => sum + exp(weight - top), 0));
  });
  const top = Math.max(...weights);
  const all = weights.reduce((sum, weight) => sum + exp(weight - top), 0);
  return (branches.length * exp(weights[branches.indexOf(from as Place)]! - top)) / all;
}

/** Levels that are looked at; with more places, each stands for several. */
const MOST_STEPS = 300;

/** What its servers can do. */
const limitOf = ({ node, holding }: Place): number => (node.servers * node.most) / holding;

/** The queue of a place from what its senders do now. */
function settle(place: Place, step: number): void {
  const { node } = place;
  let arrivals = 0;
  let inflow = 0;
  let dispersion = 0;
  let usual = 0;
  let grouped = 0;
  let visits = 0;
  let spread = 0;
  let squares = 0;
  let reserved = 0;
  let reserving = 0;
  let returned = 0;
  for (const sender of place.senders) {
    const { from, target } = sender;
    const { conversion } = target;
    const share = target.share * sender.part;
    const turn = target.turn * sender.part;
    const visited = visitsOf(sender);
    const flow = from.rate * from.size * share * conversion;
    if (!(flow > 0)) continue;
    const own = (from.rate * from.time) / from.servers;
    const free = Math.max(own, 1 - (from.rate * sender.held) / from.servers);
    const rate = flow / free;
    sender.brings = rate;
    const random = Math.min(1, share / turn);
    arrivals += rate;
    inflow += flow;
    returned += Math.max(0, flow - sender.fresh);
    dispersion += rate * conversion * (1 + random * (turn * feltFrom(from, place) - 1));
    usual += rate * conversion * (1 + random * (turn - 1));
    if (place.split && !from.isSource) dispersion += rate * conversion * backlogBursts(sender, place);
    grouped +=
      rate * Math.max(1, Math.min(from.size, Math.max(1, from.size * share)) * Math.max(1, conversion));
    visits += visited;
    spread += (rate * visited) / from.servers;
    squares += rate * rate;
    if (!from.isSource) {
      reserved += from.servers * from.size * Math.min(1, target.asks) * Math.max(1, conversion);
      reserving += from.servers;
    }
  }
  place.arrivals = arrivals;
  const group = arrivals > 0 ? grouped / arrivals : 1;
  const places = Math.min(place.most, UNBOUNDED);
  // Only so many services can have their places at once.
  const allowed =
    node.reserves && reserved > places
      ? Math.max(1, Math.floor((places * reserving) / reserved)) / reserving
      : 1;
  const wanted = arrivals;
  arrivals *= allowed;
  const perService = node.most * node.servers;
  const load = arrivals > 0 ? (arrivals * place.holding) / perService : NO_LOAD;
  const several = squares > 0 ? (arrivals * arrivals) / squares : 1;
  const weight = 1 / (1 + 4 * (1 - Math.min(1, load)) ** 2 * (several - 1));
  const merged = arrivals > 0 ? dispersion / arrivals : 1;
  place.dispersionIn = weight * merged + (1 - weight) * group;
  place.usualIn = arrivals > 0 ? (weight * usual) / arrivals + (1 - weight) * group : 1;
  const kept = node.reserves ? Math.max(perService, places - Math.round(allowed * reserved)) : places;
  place.grows = node.capacity === Number.POSITIVE_INFINITY && load >= 1 - 1e-12;
  const senders = node.drops || spread === 0 ? 0 : Math.max(1, Math.round((arrivals * visits) / spread));
  if (!node.known) {
    const isNew = ask(
      place,
      withReturns(place, load, returned),
      group,
      senders,
      Math.max(0, kept - perService),
    );
    if (isNew && !place.isWhole) {
      solvePace(place.asked!, place);
      if (place.shortest) levelPace(place, place.asked!, amongShortest(place));
    }
    if (place.isWhole) askWhole(place, isNew, inflow);
  }
  place.rate = place.busy / place.holding;
  place.size = arrivals > 0 ? passed(place, arrivals, inflow) / place.rate : node.most;
  // Visits at the pace that the stage itself keeps, which is theirs in the end.
  const through = (place.rate * place.size) / inflow;
  const holds = !node.drops && node.capacity !== Number.POSITIVE_INFINITY && visits > 0;
  // All senders together get rid of what the stage takes.
  const refused = 1 - allowed * (1 - place.blocked / senders);
  const wait = holds ? (wanted * refused) / (spread * through) : 0;
  place.wait += step * (wait - place.wait);
  place.dispersion = departures(place);
}

/** What a stage is offered but for those who come back at once, over what it does when it serves them again. */
function withReturns(place: Place, load: number, returned: number): number {
  const { back, holding, servers, node } = place;
  if (!back) return load;
  const share = shareAtOnce(
    usualCount(place),
    back.places.reduce((sum, other) => sum + usualCount(other), 0),
  );
  place.again = Math.min(MOST_AGAIN, share * back.gain);
  const spared = (share * returned * holding) / (servers * node.most);
  return Math.max(NO_LOAD, (load - spared) / (1 - place.again));
}
/** All of them would be for ever. */
const MOST_AGAIN = 1 - 1e-6;

/** Mean number in the stage, as if times were exponential and one server as quick as all. */
function usualCount({ asked, node: { capacity } }: Place): number {
  return asked ? truncatedGeometricMean(log(asked.load), Math.min(UNBOUNDED, capacity)) : 0;
}

/** Irregularity of services; of several in a row it is between that of one and that of exponential times. */
const servicesOf = ({ node, again, holdingScv, together, pooled }: Place): number =>
  (node.most * (again + (1 - again) * (pooled ?? holdingScv))) / together;

function findReturns(places: readonly Place[], sources: readonly BlockingSource[]): void {
  const stages = places.map(({ node }) => node);
  places.forEach((place, i) => {
    const back = place.node.drops ? returnTo(i, stages, sources) : undefined;
    if (!back) return;
    place.back = { ...back, places: back.way.map((k) => places[k]!) };
    for (const sender of place.senders)
      if (sender.at >= 0)
        sender.fresh = back.fresh[sender.at]! * sender.target.share * sender.target.conversion;
  });
}

/**
 * Those who deal out at random over the same stages and may have to wait for each of them: while one stands before a full stage, the others
 * starve. Only where nobody else sends there.
 */
function findSplits(senders: readonly Server[], places: readonly Place[]): void {
  for (const place of places) {
    const [first] = place.senders;
    if (!first || place.split || !deals(first.from, places)) continue;
    const branches = branchesOf(first.from, places);
    const own = senders.filter((server) => server.sends.some(({ target }) => places[target.stage] === place));
    const isSplit = own.every(
      (server) =>
        deals(server, places) &&
        server.sends.length === branches.length &&
        branchesOf(server, places).every((branch) => branches.includes(branch)),
    );
    if (!isSplit || branches.some((branch) => branch.senders.length !== own.length)) continue;
    const split: Split = { branches, shares: [], holdings: [], starved: [] };
    for (const branch of branches) branch.split = split;
  }
}

/** Each element to one of several, by chance or in turn. */
const deals = (server: Server, places: readonly Place[]): boolean =>
  server.sends.filter(({ target }) => holdsUp(places[target.stage]!.node)).length > 1 &&
  !server.sends.some(({ target: { shortestOf, lastOf } }) => shortestOf || lastOf) &&
  server.sends.reduce((sum, { target }) => sum + target.share, 0) <= 1 + ROUNDING;

const branchesOf = ({ sends }: Server, places: readonly Place[]): readonly Place[] =>
  sends.map(({ target }) => places[target.stage]!).filter(({ node }) => holdsUp(node));

const holdsUp = ({ drops, capacity }: BlockingNode): boolean =>
  !drops && capacity !== Number.POSITIVE_INFINITY;

/** The queue of one of several that a sender deals out over. */
function starvedQueue(
  place: Place,
  split: Split,
  asked: BlockingQueue,
  alone: BlockingQueueAnswer,
): BlockingQueueAnswer {
  const { branches } = split;
  if (!isKnown(split)) {
    split.holdings = branches.map(({ holding }) => holding);
    split.shares = sharesOf(branches);
    split.starved = starvedBranches(branches.map((branch, i) => branchOf(branch, split.shares[i]!)));
  }
  const starved = split.starved[branches.indexOf(place)]!;
  let [here, waits, quicker, flows] = [0, 0, 0, 0];
  for (const { from, held, target } of place.senders) {
    here += from.rate * held;
    waits += from.rate * (from.holding - from.time);
    const own = (from.rate * from.time) / from.servers;
    const free = Math.max(own, 1 - (from.rate * held) / from.servers);
    const nowhere = Math.max(own, 1 - (from.rate * (from.holding - from.time)) / from.servers);
    const flow = from.rate * from.size * target.share;
    quicker += flow * (free / nowhere);
    flows += flow;
  }
  return withStarved(alone, starved, {
    queue: asked,
    here: waits > 0 ? here / waits : starved.part,
    pace: (asked.load * quicker) / flows,
  });
}

function isKnown({ branches, holdings, shares }: Split): boolean {
  if (holdings.length === 0) return false;
  for (let i = 0; i < branches.length; i++) {
    const { holding } = branches[i]!;
    if (Math.abs(holding - holdings[i]!) > ALIKE * holding) return false;
  }
  // One sender always deals out alike.
  return (
    branches[0]!.senders.length === 1 ||
    sharesOf(branches).every((share, i) => Math.abs(share - shares[i]!) <= ALIKE)
  );
}
/** Holding times and shares that differ by less starve branches as long. */
const ALIKE = 1e-4;

function sharesOf(branches: readonly Place[]): readonly number[] {
  const flows = branches.map(({ senders }) =>
    senders.reduce((sum, { from, target }) => sum + from.rate * from.size * target.share, 0),
  );
  const all = flows.reduce((sum, flow) => sum + flow, 0);
  return flows.map((flow) => flow / all);
}

function branchOf({ node, holding, holdingScv, senders, asked }: Place, share: number): Branch {
  let [turned, conversions, heads] = [0, 0, 0];
  for (const { from, target } of senders) {
    const regular = target.share < 1 ? (1 - target.turn) / (1 - target.share) : 0;
    turned += regular / senders.length;
    conversions += target.conversion / senders.length;
    heads += from.servers;
  }
  return {
    share,
    chance: 1 - turned,
    conversion: conversions,
    holding,
    scv: holdingScv,
    c: node.servers,
    least: node.least,
    most: node.most,
    room: asked?.room ?? Math.max(0, node.capacity - node.servers * node.most),
    heads,
  };
}

/**
 * The queue of a place, and the waits for it, with the work that is left over where senders stood still, at the flow that has settled.
 * Rounds go without: flows hardly change by it, and they would be many.
 */
function leave(place: Place, places: readonly Place[]): void {
  const { rate, servers, holding } = place;
  const isHeld = place.sends.some(({ target }) => places[target.stage]!.moved);
  if (isHeld) {
    hold(place, places);
    // Longer only as far as its servers have time; nor shorter by more, since who is always busy stays so.
    const idle = Math.max(0, servers / rate - holding);
    place.holding = Math.max(Math.min(place.holding, holding + MOST_TAKEN * idle), holding - idle);
  }
  const { asked, queue } = place;
  if (isStarved(place)) return;
  if (!asked || !(queue && 'weights' in queue) || asked.senders === 0 || place.grows) return;
  const relief = isHeld || queue.blocked > NEXT_TO_NONE ? workLeft(place) : undefined;
  if (!isHeld && !relief) return;
  const busy = rate * place.holding;
  if (!(servers - busy > ROUNDING * servers)) return;
  asked.load *= place.holding / holding;
  if (isHeld) asked.services = servicesOf(place);
  asked.left = relief && { pace: relief.pace * place.holding, relief: relief.relief };
  place.queue = solveWorkLeft(asked, busy);
  const { blocked, row } = place.queue as BlockingQueueAnswer;
  const wait = queue.blocked > 0 ? (place.wait * blocked) / queue.blocked : 0;
  place.moved = Math.abs(wait - place.wait) > FELT * place.holding;
  place.wait = wait;
  place.row = row;
}
/** Whether it starves since its sender stands before others: then the work that the sender has left comes too late. */
const isStarved = ({ split, queue, undisturbed, servers }: Place): boolean =>
  split !== undefined && undisturbed!.busy - queue!.busy > NOTABLE * (servers - queue!.busy);
const NOTABLE = 0.02;
const NEXT_TO_NONE = 1e-12;
/** The most that waits may take of the time that a server is idle. */
const MOST_TAKEN = 0.95;
/** Longer waits are felt by senders, in services. */
const FELT = 1e-5;

/** Undefined where nothing is left: what comes is in groups, or the senders are sources. */
function workLeft(place: Place): (WorkLeft & { readonly fed: number }) | undefined {
  const { node, senders, holding, asked, behind } = place;
  const perService = node.most * node.servers;
  if (node.most > 1 || asked!.group > 1 + ROUNDING) return undefined;
  let [pace, fed, busy, flows] = [0, 0, 0, 0];
  for (const { from, target, part, held } of senders) {
    const passes = target.share * part * target.conversion;
    const flow = from.rate * from.size * passes;
    const free = Math.max(from.time, from.holding - held);
    pace += (from.servers * from.size * passes) / free;
    fed += from.isSource ? flow : (from as Place).arrivals * passes;
    busy += flow * Math.min(1, (from.rate * from.holding) / from.servers);
    flows += flow;
  }
  const scale = holding / perService;
  fed *= scale;
  const rest = 1 - pow(fed, Math.min(behind, MOST_BEHIND) + 1);
  const seldom = Math.max(1 / MOST_BEHIND, (1 - fed) / rest || 0);
  const usual = 1 - (1 - seldom) / Math.max(1, asked!.arrivals / BURSTS);
  const relief = usual + (1 - usual) * Math.max(pow(busy / flows, STEADY), pow(Math.min(1, fed), KEPT_UP));
  return relief < 1 ? { pace: pace / perService, relief, fed } : undefined;
}
const MOST_BEHIND = 1e4;
/** Above this power of the share of time that senders have work, they are taken for steady. */
const STEADY = 16;
/** Rows are as irregular as they are long, but where senders hardly ever catch up: near a load of 1. */
const KEPT_UP = 80;
/** From such a dispersion on what comes is in bursts anyway, which tell of work that is left. */
const BURSTS = 4;

function askWhole(place: Place, isNew: boolean, inflow: number): void {
  if (isNew) place.undisturbed = solveBlockingQueue(place.asked!);
  const alone = place.undisturbed!;
  const { split, asked } = place;
  const queue = split && inflow > 0 ? starvedQueue(place, split, asked!, alone) : alone;
  place.queue = queue;
  place.busy = queue.busy;
  place.blocked = queue.blocked;
}

/** Writes what a place asks its queue; whether that is another question than before, beyond rounding. */
function ask(place: Place, load: number, group: number, senders: number, room: number): boolean {
  const { node, asked, dispersionIn } = place;
  const services = servicesOf(place);
  if (!asked) {
    const { servers: c, least, most } = node;
    const left = undefined;
    place.asked = { load, arrivals: dispersionIn, services, group, c, least, most, room, senders, left };
    return true;
  }
  if (
    asked.senders === senders &&
    asked.room === room &&
    isNear(load, asked.load) &&
    isNear(dispersionIn, asked.arrivals) &&
    isNear(services, asked.services) &&
    isNear(group, asked.group)
  )
    return false;
  asked.load = load;
  asked.arrivals = dispersionIn;
  asked.services = services;
  asked.group = group;
  asked.room = room;
  asked.senders = senders;
  return true;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING * other;

/** What gets through. */
function passed({ node, rate, wait, blocked }: Place, arrivals: number, inflow: number): number {
  if (node.least === node.most) return rate * node.most;
  return Math.min(rate * node.most, node.drops ? arrivals * (1 - blocked) : wait > 0 ? inflow : arrivals);
}

/**
 * What a stage feels of the irregularity that comes from a sender. Over a long time as much goes on as came, in the same bursts, so that a stage
 * whose queue changes slowly feels those that the servers of a quick sender spread only for a short time.
 */
function feltFrom(from: Server & Partial<Place>, place: Place): number {
  const hidden = (from.dispersionIn ?? 0) - from.dispersion;
  if (!(hidden > 0)) return from.dispersion;
  const [there, here] = [relaxation(from as Place, 0), relaxation(place, 1)];
  const slower = here / (here + SPREAD * there);
  return from.dispersion + slower * slower * hidden;
}
/** Bursts are spread for so many relaxation times of the sender. */
const SPREAD = 3;

/**
 * Irregularity that a sender adds to what it deals out: what came while it stood goes on at its own pace, all else as it comes. As a process
 * that goes on and off, whose bursts are what comes while it stands.
 */
function backlogBursts(sender: Sender, place: Place): number {
  const { from, target } = sender;
  const { rate, time, holding, servers, size, arrivals, node } = from as Place;
  if (!(rate > 0)) return 0;
  const own = servers / time;
  const usual = arrivals / size;
  const moving = Math.max(rate / own, 1 - (rate * (holding - time)) / servers);
  const pace = rate / moving;
  if (!(own > pace && pace > usual)) return 0;
  const spare = (own - pace) / (own - usual);
  const burst = Math.min(node.capacity, usual * standing(sender, place));
  return 2 * target.share * spare * spare * (1 - usual / pace) * burst;
}

/** How long a sender stands that comes to a full stage of several that it deals out over, s: from there it mostly comes again at once. */
function standing(sender: Sender, { holding, node }: Place): number {
  const { time, servers } = sender.from;
  const service = holding / node.servers;
  return service / (1 - (visitShare(sender) * service) / (service + time / servers));
}

/** How long a queue takes to forget, s; `overload`: weight of what an overloaded one has to spare, 0 where its servers are always busy. */
function relaxation({ node, holding, asked, dispersionIn }: Place, overload: number): number {
  const load = asked?.load ?? 0;
  const spare = load <= 1 ? 1 - load : overload * (load - 1);
  const drift = Math.max(spare, 1 / Math.min(UNBOUNDED, node.capacity));
  return ((holding / (node.servers * node.most)) * (dispersionIn + node.most)) / (drift * drift);
}

/** Between what comes and what the servers do, as they are busy or not (QNA, eq. 39). */
function departures({ node, rate, time, holding, dispersionIn }: Place): number {
  const { servers, most, scv } = node;
  const serving = rate * time;
  const busy = Math.min(1, serving / Math.max(serving, servers - rate * (holding - time)));
  const share = busy * busy;
  return (1 - share) * dispersionIn + share * most * (1 + (scv - 1) / Math.sqrt(servers));
}

/** How long a server is held: its service, and the waits for room behind it. */
function hold(server: Server & Partial<Place>, places: readonly Place[]): void {
  const { time, sends } = server;
  let [waits, squares] = [0, 0];
  for (const sender of sends) {
    const next = places[sender.target.stage]!;
    const visit = visitShare(sender);
    sender.held = visit * next.wait;
    if (next.wait === 0) continue;
    waits += sender.held;
    // The time until there is room for good, which is a race against the service here.
    const full = next.split ? standing(sender, next) : (next.row * next.holding) / next.node.servers;
    const residual = Math.max(next.wait, full);
    const often = Math.min(1, (visit * next.wait) / residual);
    const raced = Math.min(1, often * (1 + time / residual));
    const lost = (time * residual) / (time + residual);
    squares += raced * (1 + next.holdingScv) * (residual * residual - lost * lost);
  }
  server.holding = time + waits;
  if (server.node) {
    const second = time * time * (1 + server.node.scv) + squares;
    server.holdingScv = Math.max(0, second / (server.holding * server.holding) - 1);
  }
}

/** All flows follow from what the sources emit. */
function answerOf(
  places: readonly Place[],
  entries: readonly Server[],
  choices: readonly Choice[],
  { waits, slack }: { readonly waits: readonly number[]; readonly slack: number },
): BlockingAnswer {
  const offered = new Float64Array(places.length);
  const accepted = new Float64Array(places.length);
  let residual = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let change = 0;
    for (let i = 0; i < places.length; i++) {
      const { node, senders, servers, rate, size, arrivals, holding } = places[i]!;
      let flow = 0;
      for (const { from, at, target, part } of senders)
        flow += (at < 0 ? from.rate * from.size : accepted[at]!) * target.share * part * target.conversion;
      offered[i] = flow;
      const limit = (servers * node.most) / holding;
      const through = node.drops
        ? flow * Math.min(1, (rate * size) / arrivals || 0)
        : node.capacity === Number.POSITIVE_INFINITY
          ? flow > limit * (1 + slack)
            ? limit
            : flow
          : flow;
      change = Math.max(change, Math.abs(through - accepted[i]!) / (through || 1));
      accepted[i] = through;
    }
    if (change < 1e-14) break;
  }
  const stages = places.map((place, i): BlockingNodeAnswer => {
    const queue = place.queue!;
    const { node } = place;
    const through = accepted[i]!;
    residual = Math.max(residual, Math.abs(through - place.rate * place.size) / (through || 1));
    const inService = Math.min(node.servers * node.most, through * place.holding);
    const kept = queue.waiting + inService;
    const reserved = node.reserves && 'weights' in queue ? queue : undefined;
    const beyond = reserved ? promisedPlaces(reserved, node.capacity) : 0;
    // Places that are beyond those that the shortest queues have never fill; those that are promised do when all of them are taken.
    const full =
      place.most < node.capacity
        ? 0
        : beyond > 0
          ? beyond / (node.capacity - reserved!.weights.top)
          : queue.full;
    return {
      offered: offered[i]!,
      accepted: through,
      holding: place.holding,
      services: place.rate,
      meanOccupancy: Math.min(node.capacity, kept + beyond),
      full,
      grows: place.grows,
      gain: place.back?.gain ?? 0,
      queue,
    };
  });
  const parts = new Map(choices.map((choice) => [choice.list, partsOf(choice)]));
  const emitted = entries.map(({ rate, size }) => rate * size);
  return { stages, emitted, parts, waits, residual };
}

function partsOf({ list, sinks, senders }: Choice): readonly number[] {
  const parts = senders.map(([first]) => first?.part ?? 0);
  const rest = 1 - parts.reduce((sum, part) => sum + part, 0);
  let next = 0;
  return list.map((i) => (i === SINK ? rest / sinks : parts[next++]!));
}
