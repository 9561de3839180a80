/**
 * The firings of one iteration of a dataflow graph and what each waits for, as the event graph whose cycles bound the throughput
 * (Baccelli, Cohen, Olsder & Quadrat 1992, "Synchronization and Linearity"): tokens of its inputs, room in its outputs, a server. A
 * depth only changes how many iterations back the waits for room go. For graphs of dataflow stages and sources whose tokens stay in
 * order; the others are left to self-timed execution. A pipeline that is held keeps the distances of all that is in it (PI2), which
 * are no waits; the graph knows the least of these distances, an interval, and so bounds what execution tells.
 */
import { gcdOf } from '../../../core/numeric/gcd.ts';
import { type Arcs, maximumCycleRatio } from './cycle-ratio.ts';
import type { Plan, Way } from './plan.ts';

/** Arcs of one iteration; more would not fit a quick search. */
const MOST_ARCS = 4_000_000;

/** What fires, or an instant on the way of its firings. */
interface Actor {
  readonly times: readonly number[];
  readonly servers: number;
  /** Least common multiple of the lengths of its sequences. */
  readonly phases: number;
  readonly pipeline?: Pipeline;
  /** Firings of an iteration, and the number of the first among all. */
  firings: number;
  offset: number;
}

/** Its tokens come to the end of the pipeline, where the next can go on an interval after they have left. */
interface Pipeline {
  readonly latency: number;
  readonly arrival: Actor;
  readonly exit: Actor;
}

interface Channel {
  readonly pool: number;
  readonly from: Actor;
  readonly to: Actor;
  readonly give: readonly number[];
  readonly take: readonly number[];
  readonly tokens: number;
  /** A firing starts only with room for its tokens; otherwise it gives them one by one when it has ended. */
  readonly asks: boolean;
}

/** Tokens after each firing of an iteration, the first 0. */
interface Flow {
  readonly channel: Channel;
  readonly given: Float64Array;
  readonly taken: Float64Array;
  /** Where among the arcs of the sender, and of the receiver, those stand that wait for its room. */
  roomSlot: number;
  lateSlot: number;
}

/** Iterations of the slowest cycle in its ticks; 0 in a deadlock. */
export interface Speed {
  readonly iterations: number;
  readonly ticks: number;
  /** Pools whose room is waited for on it, with how often: none is faster unless one of them is deeper. */
  readonly limiting: ReadonlyMap<number, number>;
}

export class EventGraph {
  readonly #flows: readonly Flow[];
  readonly #arcs: Arcs;
  readonly #slots: readonly number[];
  readonly #owner: Int32Array;
  /** Ticks of each firing. */
  readonly #times: Float64Array;
  readonly #poolOfSlot: readonly (readonly (number | undefined)[])[];
  readonly #policy: Int32Array;
  readonly #depths: number[];
  readonly #actors: readonly Actor[];
  /** Iterations that a FIFO without a bound has room for besides its initial tokens: more than all firings under way, so that no cycle through it is the slowest. */
  readonly #unbounded: number;
  /** Whether a schedule is as fast as its slowest cycle; else none is faster. */
  readonly isExact: boolean;
  /** Each place more in a FIFO is an iteration more on the cycles through it. */
  readonly isSingleRate: boolean;

  private constructor(actors: readonly Actor[], channels: readonly Channel[]) {
    this.#actors = actors;
    this.isExact = actors.every(({ pipeline }) => !pipeline);
    const moments = new Set(
      actors.flatMap(({ pipeline }) => (pipeline ? [pipeline.arrival, pipeline.exit] : [])),
    );
    this.isSingleRate = actors.every(({ firings }) => firings === 1) && channels.every(isOneByOne);
    this.#unbounded = 2 * actors.reduce((sum, actor) => sum + underWay(actor), 0);
    const poolOfSlot: (number | undefined)[][] = actors.map(() => [undefined]);
    const add = (actor: Actor, pool: number | undefined): number =>
      poolOfSlot[actors.indexOf(actor)]!.push(pool) - 1;
    // Firings begin in order, also where several servers let them overlap.
    const inOrder = actors.map((actor) => (actor.servers > 1 ? add(actor, undefined) : -1));
    const behindExit = actors.map((actor) => {
      if (!actor.pipeline) return -1;
      add(actor.pipeline.arrival, undefined);
      return add(actor, undefined);
    });
    const tokenSlots = channels.map((channel) => add(channel.to, undefined));
    this.#flows = channels.map((channel) => ({
      channel,
      given: sumsOf(channel.give, channel.from.firings),
      taken: sumsOf(channel.take, channel.to.firings),
      roomSlot: add(channel.from.pipeline?.exit ?? channel.from, channel.pool),
      lateSlot: channel.asks ? -1 : add(channel.to, channel.pool),
    }));
    this.#poolOfSlot = poolOfSlot;
    this.#slots = poolOfSlot.map(({ length }) => length);
    const nodes = actors.reduce((sum, { firings }) => sum + firings, 0);
    const first = new Int32Array(nodes + 1);
    this.#owner = new Int32Array(nodes);
    this.#times = new Float64Array(nodes);
    actors.forEach(({ firings, offset, times }, a) => {
      for (let k = 0; k < firings; k++) {
        first[offset + k + 1] = first[offset + k]! + this.#slots[a]!;
        this.#owner[offset + k] = a;
        this.#times[offset + k] = times[k % times.length]!;
      }
    });
    const target = new Int32Array(first[nodes]!).fill(-1);
    const [lag, weight] = [new Int32Array(target.length), new Float64Array(target.length)];
    this.#arcs = {
      first,
      target,
      lag,
      weight,
      isTimeless: actors.some((actor) => !moments.has(actor) && actor.times.includes(0)),
    };
    this.#policy = first.slice(0, nodes);
    this.#depths = channels.map(() => -1);
    for (const [a, actor] of actors.entries()) {
      if (moments.has(actor)) continue;
      const firings = count(actor.firings);
      this.#fill(actor, 0, actor, (k) => k + 1 - actor.servers, firings);
      if (inOrder[a]! >= 0)
        this.#fill(
          actor,
          inOrder[a]!,
          actor,
          (k) => k,
          firings,
          () => 0,
        );
      if (actor.pipeline) this.#setPipeline(actor, actor.pipeline, behindExit[a]!);
    }
    this.#flows.forEach(({ channel, given, taken }, i) => {
      const { tokens, from, to } = channel;
      this.#fill(to, tokenSlots[i]!, from.pipeline?.arrival ?? from, (k) => taken[k + 1]! - tokens, given);
      this.#setDepth(i, Number.POSITIVE_INFINITY);
    });
  }

  /** Undefined where firings overlap out of order, something else than dataflow takes part, or an iteration is too long. */
  static of(plan: Plan): EventGraph | undefined {
    const found = channelsOf(plan);
    if (!found) return undefined;
    const { channels } = found;
    if (!countFirings(found.actors, channels)) return undefined;
    const moments = found.actors.flatMap(({ pipeline, firings }) =>
      pipeline ? [pipeline.arrival, pipeline.exit].map((each) => Object.assign(each, { firings })) : [],
    );
    const actors = [...found.actors, ...moments];
    actors.reduce((offset, actor) => {
      actor.offset = offset;
      return offset + actor.firings;
    }, 0);
    const slots = (actor: Actor) =>
      3 + channels.reduce((sum, { from, to }) => sum + (from === actor ? 1 : 0) + (to === actor ? 2 : 0), 0);
    const arcs = actors.reduce((sum, actor) => sum + actor.firings * slots(actor), 0);
    return arcs > MOST_ARCS ? undefined : new EventGraph(actors, channels);
  }

  /** Firings of a station of the plan in an iteration. */
  firingsOf(station: number): number {
    return this.#actors[station]!.firings;
  }

  /** With the depth of each pool; undefined where numbers are too large. What no schedule exceeds where the graph is not exact. */
  speed(depthOf: (pool: number) => number): Speed | undefined {
    this.#flows.forEach(({ channel }, i) => {
      this.#setDepth(i, depthOf(channel.pool));
    });
    const cycle = maximumCycleRatio(this.#arcs, this.#policy);
    switch (cycle.kind) {
      case 'tooLarge':
        return undefined;
      case 'deadlock':
      case 'ratio':
        return this.#speedOf(cycle.arcs);
    }
  }

  #speedOf(arcs: readonly number[]): Speed {
    const { first, target, lag, weight } = this.#arcs;
    const limiting = new Map<number, number>();
    let [iterations, ticks] = [0, 0];
    arcs.forEach((arc, i) => {
      iterations += lag[arc]!;
      ticks += weight[arc]!;
      // The node before an arc is the target of the last, since the arcs of a cycle follow each other.
      const node = target[arcs.at(i - 1)!]!;
      const pool = this.#poolOfSlot[this.#owner[node]!]![arc - first[node]!];
      if (pool !== undefined) limiting.set(pool, (limiting.get(pool) ?? 0) + 1);
    });
    return { iterations, ticks, limiting };
  }

  #setPipeline(actor: Actor, { latency, arrival, exit }: Pipeline, slot: number): void {
    const firings = count(actor.firings);
    const timeOf = (node: number): number => this.#times[node + actor.offset - exit.offset]!;
    this.#fill(
      arrival,
      0,
      actor,
      (k) => k + 1,
      firings,
      (node) => Math.max(this.#times[node]!, latency),
    );
    this.#fill(arrival, 1, exit, (k) => k, firings, timeOf);
    this.#fill(exit, 0, arrival, (k) => k + 1, firings);
    // So many starts later the end of the way is past.
    const later = underWay(actor);
    const past = Math.max(0, later * Math.min(...actor.times) - Math.max(latency, ...actor.times));
    this.#fill(
      actor,
      slot,
      exit,
      (k) => k + 1 - later,
      firings,
      () => past,
    );
  }

  #setDepth(i: number, depth: number): void {
    if (this.#depths[i] === depth) return;
    this.#depths[i] = depth;
    const { channel, given, taken, roomSlot, lateSlot } = this.#flows[i]!;
    const { from, to, tokens, asks } = channel;
    const total = taken.at(-1)!;
    const places = Math.min(depth, tokens + this.#unbounded * total);
    // What is given at the end of a firing holds its server until there is room, so that a later one waits for it.
    const behind = asks || from.pipeline ? 0 : from.servers;
    const givenBy = (k: number): number => {
      const whole = Math.floor(k / from.firings);
      return given[k - whole * from.firings + 1]! + whole * total;
    };
    this.#fill(
      from.pipeline?.exit ?? from,
      roomSlot,
      to,
      (k) => tokens + givenBy(k - behind) - places,
      taken,
    );
    if (lateSlot >= 0) this.#fill(to, lateSlot, to, (k) => taken[k + 1]! - places, taken);
  }

  /** Firing k of `actor` waits until `other` has `wanted(k)` or more by the sums over its firings. */
  #fill(
    actor: Actor,
    slot: number,
    other: Actor,
    wanted: (k: number) => number,
    sums: Float64Array,
    ticks = (node: number): number => this.#times[node]!,
  ): void {
    const { first, target, lag, weight } = this.#arcs;
    const total = sums.at(-1)!;
    let [before, j] = [Number.NEGATIVE_INFINITY, 1];
    for (let k = 0; k < actor.firings; k++) {
      const want = wanted(k);
      const whole = Math.ceil(want / total) - 1;
      if (whole !== before) [before, j] = [whole, 1];
      while (sums[j]! < want - whole * total) j++;
      const arc = first[actor.offset + k]! + slot;
      target[arc] = other.offset + j - 1;
      lag[arc] = -whole;
      weight[arc] = ticks(other.offset + j - 1);
    }
  }
}

/** So many firings later one cannot begin before the tokens are given: of a pipeline its own and all that begin by the end of its way. */
const underWay = ({ servers, times, pipeline }: Actor): number =>
  pipeline ? Math.max(2, Math.floor(pipeline.latency / Math.min(...times)) + 1) : servers;

const isOneByOne = ({ give, take }: Channel): boolean =>
  [give, take].every((rates) => rates.length === 1 && rates[0] === 1);

const count = (firings: number): Float64Array => Float64Array.from({ length: firings + 1 }, (_, k) => k);

function sumsOf(rates: readonly number[], firings: number): Float64Array {
  const sums = new Float64Array(firings + 1);
  for (let k = 0; k < firings; k++) sums[k + 1] = sums[k]! + rates[k % rates.length]!;
  return sums;
}

/** Stations first, in the order of the plan, then sources. */
function channelsOf(plan: Plan): { actors: Actor[]; channels: Channel[] } | undefined {
  if (plan.joins.length > 0) return undefined;
  const actors: Actor[] = [];
  for (const station of plan.stations) {
    if (station.kind !== 'dataflow') return undefined;
    const { services: times, servers, phases } = station;
    const [shortest, longest] = [Math.min(...times), Math.max(...times)];
    const latency = shortest === longest && station.latency <= longest ? 0 : station.latency;
    if (servers > 1 && (latency > 0 || shortest < longest)) return undefined;
    if (latency > 0 && shortest === 0) return undefined;
    const moment = (): Actor => ({ times: [0], servers: 1, phases, firings: 0, offset: 0 });
    const pipeline = latency > 0 && { pipeline: { latency, arrival: moment(), exit: moment() } };
    actors.push({ times, servers, phases, ...pipeline, firings: 0, offset: 0 });
  }
  const sources = plan.sources.map(
    ({ interval }): Actor => ({
      times: [interval],
      servers: 1,
      phases: 1,
      firings: 0,
      offset: 0,
    }),
  );
  const senders = new Map<
    number,
    { readonly from: Actor; readonly give: readonly number[]; readonly asks: boolean }[]
  >();
  const follow = (way: Way, from: Actor, give: readonly number[], asks: boolean): boolean => {
    switch (way.kind) {
      case 'link':
        return follow(way.to, from, give, asks);
      case 'copies':
        // Behind a fork a firing asks for at most all the room there is.
        return !asks && way.ways.every((each) => follow(each, from, give, asks));
      case 'pool': {
        senders.set(way.pool, [...(senders.get(way.pool) ?? []), { from, give, asks }]);
        return true;
      }
      case 'sink':
        return true;
      case 'turns':
      case 'join':
        return false;
    }
  };
  const isPlain =
    plan.stations.every(
      (station, i) =>
        station.kind === 'dataflow' &&
        station.outputs.every(({ way, give }) => follow(way, actors[i]!, give, true)),
    ) && plan.sources.every(({ way, batch }, i) => follow(way, sources[i]!, [batch], false));
  if (!isPlain) return undefined;
  const channels: Channel[] = [];
  for (const [i, station] of plan.stations.entries())
    for (const { pool, take } of station.kind === 'dataflow' ? station.inputs : []) {
      const { initial: tokens, promises } = plan.pools[pool]!;
      const [sender, ...others] = senders.get(pool) ?? [];
      if (!sender || others.length > 0) return undefined;
      const { from, give } = sender;
      const asks = sender.asks && promises;
      // Where several servers hold results, one may be free before those that started earlier.
      if (asks ? from.pipeline : from.servers > 1) return undefined;
      channels.push({ pool, from, to: actors[i]!, give, take, tokens, asks });
    }
  return { actors: [...actors, ...sources], channels };
}

/** Firings of each actor in an iteration, after which all FIFOs are as before; false where there are none, or too many. */
function countFirings(actors: readonly Actor[], channels: readonly Channel[]): boolean {
  const known = new Map<Actor, { readonly over: bigint; readonly under: bigint }>();
  const perRound = (rates: readonly number[], { phases }: Actor) =>
    (BigInt(rates.reduce((sum, rate) => sum + rate, 0)) * BigInt(phases)) / BigInt(rates.length);
  const [start] = actors;
  if (!start) return false;
  known.set(start, { over: 1n, under: 1n });
  const open = [start];
  for (let at = open.pop(); at; at = open.pop())
    for (const { from, to, give, take } of channels) {
      const other = from === at ? to : to === at ? from : undefined;
      if (!other || known.has(other)) continue;
      const { over, under } = known.get(at)!;
      const [given, taken] = [perRound(give, from), perRound(take, to)];
      const [more, less] = from === at ? [over * given, under * taken] : [over * taken, under * given];
      const common = gcdOf(more, less) || 1n;
      known.set(other, { over: more / common, under: less / common });
      open.push(other);
    }
  // Parts that nothing connects have iterations of their own.
  if (known.size < actors.length) return false;
  let all = 1n;
  for (const { under } of known.values()) all = (all / gcdOf(all, under)) * under;
  for (const actor of actors) {
    const { over, under } = known.get(actor)!;
    const firings = over * (all / under) * BigInt(actor.phases);
    if (firings > BigInt(MOST_ARCS)) return false;
    actor.firings = Number(firings);
  }
  return true;
}
