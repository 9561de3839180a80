/**
 * Self-timed execution: every service starts as soon as it can, by the rules of workers/simulate/SPEC.md, in whole ticks. The
 * next state follows from the state alone, so that a state which comes again proves the schedule periodic from there on
 * (run-until-periodic.ts). Elements are told apart by the time of their entry only, which no rule looks at.
 */
import type { DataflowStation, JoinPlan, Plan, PoolPlan, QueueStation, SourcePlan, Way } from './plan.ts';

/** Entry of what has not entered the network through a source: tokens that are there from the start. */
const UNBORN = -1;

/** First in, first out, of numbers. */
class Ring {
  #cells = new Float64Array(8);
  #first = 0;
  length = 0;
  /** Least length since it was last set. */
  low = 0;

  push(value: number): void {
    if (this.length === this.#cells.length) this.#grow();
    this.#cells[(this.#first + this.length++) & (this.#cells.length - 1)] = value;
  }

  shift(): number {
    const value = this.#cells[this.#first]!;
    this.#first = (this.#first + 1) & (this.#cells.length - 1);
    this.length--;
    if (this.length < this.low) this.low = this.length;
    return value;
  }

  at(index: number): number {
    return this.#cells[(this.#first + index) & (this.#cells.length - 1)]!;
  }

  #grow(): void {
    const cells = new Float64Array(2 * this.#cells.length);
    for (let i = 0; i < this.length; i++) cells[i] = this.at(i);
    this.#cells = cells;
    this.#first = 0;
  }
}

/** The elements of one pool and who waits to enter it. */
class Pool {
  readonly plan: PoolPlan;
  /** With those in service. */
  count = 0;
  /** Places that are promised to services under way. */
  promised = 0;
  /** Entries of those that no service has taken. */
  readonly waiting = new Ring();
  line: Parcel[] = [];
  /** Somebody had to wait for room, since the start. */
  wasShort = false;
  /** Part of an element that is still missing, over the `under` of the way. */
  credit = 0;
  isNoted = false;
  /** The join whose input this is. */
  join: JoinPlan | undefined;
  /** The station that takes from it. */
  taker: StationState | undefined;

  entered = 0;
  /** Places promised to what did not come. */
  returned = 0;
  lost = 0;
  offered = 0;
  /** Time with n elements. */
  readonly times: number[] = [];
  since = 0;
  /** When, and from which node, elements came last. */
  enteredAt = -1;
  enteredFrom = -1;
  /** The firing whose end let them. */
  enteredBy = -1;
  /** When room was made last, and how many places at that instant. */
  leftAt = -1;
  leftThen = 0;

  constructor(plan: PoolPlan) {
    this.plan = plan;
  }

  get room(): number {
    return this.plan.capacity - this.count - this.promised;
  }

  wait(parcel: Parcel): void {
    this.line.push(parcel);
    this.wasShort = true;
  }
}

/** An element, a batch's member or a firing's result on its way out. */
interface Item {
  readonly sender: Service | SourceState;
  birth: number;
  /** Parcels that have not been admitted whole. */
  pending: number;
  /** Its tasks are born together, copies one by one. */
  isForked?: boolean;
  /** Routed before service, and offered after it. */
  later?: { readonly way: Way; readonly count: number; readonly promised: Parcel | undefined }[];
}

/** What one item brings to one pool, or the places it asks for there. */
interface Parcel {
  readonly item: Item;
  readonly pool: Pool;
  /** Elements or places that are still to be admitted or granted. */
  left: number;
  /** Places that it holds already. */
  granted: number;
  readonly asks: boolean;
}

interface SourceState {
  readonly kind: 'source';
  readonly plan: SourcePlan;
  /** Elements of the batch that have not been admitted. */
  left: number;
  firing: number;
}

interface Service {
  readonly kind: 'service';
  readonly station: StationState;
  readonly server: Server | undefined;
  readonly items: Item[];
  /** Elements that have not left. */
  left: number;
  /** Parcels that still ask for places. */
  asking: number;
  /** Routed before service, where a target promises places. */
  planned: Parcel[] | undefined;
  readonly phase: number;
  readonly duration: number;
  /** Served, and some of its elements cannot leave. */
  isHeld: boolean;
  firing: number;
}

/** A server of a pipeline, with what is under way in it. It has two clocks: for its interval, and for the first on its way. */
interface Server {
  /** The end of its interval. */
  interval: Event | undefined;
  /** In the order of their starts, each with the end of its way by the time that the pipeline has moved. */
  readonly way: { readonly service: Service; readonly end: number }[];
  /** Since when the first cannot leave. */
  stoppedAt: number | undefined;
  /** How long it has stood still, all in all. */
  stood: number;
  /** What was left of the interval when it stopped. */
  rest: number | undefined;
}

export class StationState {
  readonly plan: QueueStation | DataflowStation;
  busy = 0;
  /** Services that wait for room before they begin. */
  asking = 0;
  phase = 0;
  isNoted = false;
  readonly idle: Server[] = [];

  /** Sums over time: servers that serve, servers that are held, elements that wait. */
  servingTime = 0;
  heldTime = 0;
  waitingTime = 0;
  serving = 0;
  held = 0;
  waiting = 0;
  since = 0;
  /** Elements, or firings, served. */
  served = 0;
  firings = 0;
  /** Elements that went on. */
  passed = 0;

  constructor(plan: QueueStation | DataflowStation) {
    this.plan = plan;
  }
}

const EVENT_KINDS = ['arrival', 'end', 'interval', 'exit'] as const;
type EventKind = (typeof EVENT_KINDS)[number];

interface Event {
  time: number;
  readonly priority: number;
  order: number;
  readonly kind: EventKind;
  readonly of: SourceState | Service;
  isDead: boolean;
}

/** A start and what it waited for last. */
export interface Firing {
  readonly node: number;
  /** Index of the firing whose end let this one start; -1 at time 0. */
  readonly cause: number;
  /** The node whose elements came at that instant, -1 where none did: then room or a server came free. */
  readonly giver: number;
}

/** Added to the priority of a station, which is a whole number. */
const AFTER_INTERVALS = 0.5;
/** Most elements in one pool: with more, whether the schedule repeats stays open. */
export const MOST_ELEMENTS = 1_000_000;
/** Most events at one instant: more may have no end. */
const MOST_AT_ONCE = 1_000_000;

export class SelfTimedMachine {
  readonly plan: Plan;
  readonly pools: readonly Pool[];
  readonly stations: readonly StationState[];
  readonly sources: readonly SourceState[];
  readonly linkCounts: Float64Array;
  now = 0;
  /** A pool that held more than MOST_ELEMENTS. */
  crowded: Pool | undefined;
  /** Index of the node of the event that came last. */
  lastNode = -1;

  sunk = 0;
  timed = 0;
  timeSum = 0;
  longest = 0;

  /** Starts so far, and those from `recordedFrom` on. */
  firings = 0;
  records: Firing[] | undefined;
  #cause = -1;

  #events: Event[] = [];
  #order = 0;
  readonly #turns: Int32Array;
  readonly #moves: Pool[] = [];
  readonly #freed: (() => void)[] = [];
  readonly #starts: StationState[] = [];

  constructor(plan: Plan) {
    this.plan = plan;
    this.pools = plan.pools.map((pool) => new Pool(pool));
    this.stations = plan.stations.map((station) => new StationState(station));
    this.sources = plan.sources.map((source) => ({ kind: 'source', plan: source, left: 0, firing: -1 }));
    this.linkCounts = new Float64Array(plan.linkCount);
    this.#turns = new Int32Array(plan.names.length);
    for (const station of this.stations) this.#prepare(station);
    for (const join of plan.joins) for (const input of join.inputs) this.pools[input]!.join = join;
    for (const pool of this.pools)
      for (let n = pool.plan.initial; n > 0; n--) {
        this.#count(pool, 1);
        pool.waiting.push(UNBORN);
        if (pool.taker) this.#tally(pool.taker, 0, 0, 1);
      }
    for (const source of this.sources) this.#await(source);
    for (const station of this.stations) this.#note(station);
    this.#settle();
  }

  #prepare(station: StationState): void {
    const { plan } = station;
    if (plan.kind === 'queue') this.pools[plan.pool]!.taker = station;
    else for (const { pool } of plan.inputs) this.pools[pool]!.taker = station;
    if (plan.latency > 0) for (let i = 0; i < plan.servers; i++) station.idle.push(idleServer());
  }

  get isStill(): boolean {
    return this.#events.length === 0;
  }

  /** All events of the next instant. False where nothing is to come, or too much at once. */
  step(): boolean {
    let event = this.#take();
    if (!event) return false;
    this.now = event.time;
    for (let n = 0; event; n++) {
      if (n > MOST_AT_ONCE) return false;
      this.#handle(event);
      this.#settle();
      event = this.#events[0]?.time === this.now ? this.#take() : undefined;
    }
    return true;
  }

  // Events

  #schedule(delay: number, priority: number, kind: EventKind, of: SourceState | Service): Event {
    const event = { time: this.now + delay, priority, order: this.#order++, kind, of, isDead: false };
    this.#insert(event);
    return event;
  }

  #insert(event: Event): void {
    const heap = this.#events;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isEarlier(event, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = event;
  }

  #take(): Event | undefined {
    for (;;) {
      const heap = this.#events;
      const first = heap[0];
      const last = heap.pop();
      if (!first || !last) return undefined;
      if (heap.length > 0) siftDown(heap, last);
      if (!first.isDead) {
        this.#dropDead();
        return first;
      }
    }
  }

  /** So that the first of the heap is always to come. */
  #dropDead(): void {
    while (this.#events[0]?.isDead) {
      const last = this.#events.pop()!;
      if (this.#events.length > 0) siftDown(this.#events, last);
    }
  }

  #handle({ kind, of }: Event): void {
    this.#cause = of.firing;
    if (of.kind === 'source') {
      this.lastNode = of.plan.node;
      this.#arrive(of);
      return;
    }
    this.lastNode = of.station.plan.node;
    switch (kind) {
      case 'arrival':
        return;
      case 'end':
        this.#endService(of);
        return;
      case 'interval':
        this.#endInterval(of);
        return;
      case 'exit':
        this.#exit(of);
        return;
    }
  }

  #record(node: number, giver = -1): number {
    this.records?.push({ node, cause: this.#cause, giver });
    return this.firings++;
  }

  // Sources

  #await(source: SourceState): void {
    source.firing = this.#record(source.plan.node);
    this.#schedule(source.plan.interval, Number.MAX_SAFE_INTEGER, 'arrival', source);
  }

  #arrive(source: SourceState): void {
    const { batch, way } = source.plan;
    source.left = batch;
    for (let i = 0; i < batch; i++) {
      const item: Item = { sender: source, birth: UNBORN, pending: 1 };
      this.#send(item, way, 1);
      this.#done(item);
    }
  }

  // Rooms

  #count(pool: Pool, change: number): void {
    pool.times[pool.count] = (pool.times[pool.count] ?? 0) + (this.now - pool.since);
    pool.since = this.now;
    pool.count += change;
    if (change > 0) {
      pool.entered += change;
      if (pool.count > MOST_ELEMENTS) this.crowded = pool;
    }
  }

  /** Changes what the servers of a station do and how many wait there. */
  #tally(station: StationState, serving: number, held: number, waiting: number): void {
    const passed = this.now - station.since;
    station.servingTime += passed * station.serving;
    station.heldTime += passed * station.held;
    station.waitingTime += passed * station.waiting;
    station.since = this.now;
    station.serving += serving;
    station.held += held;
    station.waiting += waiting;
  }

  /** Brings all sums over time up to now. */
  settleSums(): void {
    for (const pool of this.pools) this.#count(pool, 0);
    for (const station of this.stations) this.#tally(station, 0, 0, 0);
  }

  #noteRoom(pool: Pool): void {
    if (pool.isNoted || pool.line.length === 0) return;
    pool.isNoted = true;
    this.#moves.push(pool);
  }

  #note(station: StationState): void {
    if (station.isNoted) return;
    station.isNoted = true;
    this.#starts.push(station);
  }

  #leavePool(pool: Pool, count: number): void {
    if (count === 0) return;
    this.#count(pool, -count);
    pool.leftThen = count + (pool.leftAt === this.now ? pool.leftThen : 0);
    pool.leftAt = this.now;
    this.#noteRoom(pool);
  }

  /** Elements enter, where there is room for them. */
  #enter(pool: Pool, count: number, item: Item): void {
    if (item.sender.kind === 'source' && (item.birth === UNBORN || !item.isForked)) item.birth = this.now;
    this.#count(pool, count);
    pool.enteredAt = this.now;
    pool.enteredFrom = nodeOf(item.sender);
    pool.enteredBy = this.#cause;
    for (let i = 0; i < count; i++) pool.waiting.push(item.birth);
    if (!pool.taker) return;
    this.#tally(pool.taker, 0, 0, count);
    if (pool.taker.busy < pool.taker.plan.servers) this.#note(pool.taker);
  }

  /** `count` elements of an item along a way. */
  #send(item: Item, way: Way, count: number): void {
    switch (way.kind) {
      case 'link':
        this.linkCounts[way.link]! += count;
        this.#send(item, way.to, count);
        return;
      case 'sink':
        this.#sink(item, count);
        return;
      case 'turns':
        for (let i = 0; i < count; i++) this.#send(item, this.#turn(way), 1);
        return;
      case 'copies':
        item.isForked ||= way.areTasks;
        for (const each of way.ways) this.#send(item, each, count);
        return;
      case 'join':
        for (let i = 0; i < count; i++) this.#comeToJoin(item, way.join, way.input);
        return;
      case 'pool':
        this.#offer(item, this.pools[way.pool]!, this.#native(way, count));
    }
  }

  #turn({ node, ways }: Extract<Way, { kind: 'turns' }>): Way {
    const turn = this.#turns[node]!;
    this.#turns[node] = (turn + 1) % ways.length;
    return ways[turn]!;
  }

  /** Elements that so many become: what is missing of a whole one is kept. */
  #native({ pool, factor: { over, under } }: Extract<Way, { kind: 'pool' }>, count: number): number {
    if (under === 1) return over * count;
    const room = this.pools[pool]!;
    const credit = room.credit + over * count;
    room.credit = credit % under;
    return (credit - room.credit) / under;
  }

  /** What comes straight from a source, through no queue, took no time; tokens of the start are of no age. */
  #sink({ birth, sender }: Item, count: number): void {
    this.sunk += count;
    if (birth === UNBORN && sender.kind !== 'source') return;
    const time = birth === UNBORN ? 0 : this.now - birth;
    this.timed += count;
    this.timeSum += count * time;
    if (time > this.longest) this.longest = time;
  }

  #offer(item: Item, pool: Pool, count: number): void {
    if (count === 0) return;
    pool.offered += count;
    const fits = pool.line.length > 0 ? 0 : Math.min(count, pool.room);
    if (fits > 0) this.#enter(pool, fits, item);
    if (fits === count) return;
    if (pool.plan.loses) {
      pool.lost += count - fits;
      return;
    }
    this.#queue({ item, pool, left: count - fits, granted: 0, asks: false });
  }

  #queue(parcel: Parcel): void {
    parcel.pool.wait(parcel);
    parcel.item.pending++;
  }

  /** Those in line for room, the first first. */
  #admit(pool: Pool): void {
    pool.isNoted = false;
    const { line } = pool;
    let admitted = 0;
    for (const parcel of line) {
      const fits = Math.min(parcel.left, pool.room);
      if (fits <= 0) break;
      parcel.left -= fits;
      if (parcel.asks) this.#grant(parcel, fits);
      else if (pool.join) this.#enterJoin(parcel.item, pool);
      else this.#enter(pool, fits, parcel.item);
      this.#noteWait(pool, nodeOf(parcel.item.sender));
      if (parcel.left > 0) break;
      admitted++;
      if (!parcel.asks) this.#done(parcel.item);
    }
    if (admitted > 0) pool.line = line.slice(admitted);
  }

  /** One parcel less to wait for; the last frees the sender. */
  #done(item: Item): void {
    if (--item.pending > 0) return;
    const { sender } = item;
    if (sender.kind === 'source') {
      if (--sender.left === 0) this.#freed.push(() => this.#await(sender));
      return;
    }
    this.#itemLeaves(sender);
  }

  #settle(): void {
    for (;;) {
      const pool = this.#moves.shift();
      if (pool) {
        this.#admit(pool);
        continue;
      }
      const go = this.#freed.shift();
      if (go) {
        go();
        continue;
      }
      const station = this.#starts.shift();
      if (!station) return;
      station.isNoted = false;
      this.#start(station);
    }
  }

  // Joins

  #comeToJoin(item: Item, join: number, input: number): void {
    const { inputs } = this.plan.joins[join]!;
    const pool = this.pools[inputs[input]!]!;
    if (pool.line.length > 0 || pool.room < 1) this.#queue({ item, pool, left: 1, granted: 0, asks: false });
    else this.#enterJoin(item, pool);
  }

  /** The last task goes on with its element, moved by its own sender; earlier ones stay in the FIFOs of their links. */
  #enterJoin(item: Item, pool: Pool): void {
    const join = pool.join!;
    const others = join.inputs.map((input) => this.pools[input]!).filter((other) => other !== pool);
    if (pool.waiting.length > 0 || others.some(({ waiting }) => waiting.length === 0)) {
      this.#enter(pool, 1, item);
      return;
    }
    for (const other of others) {
      const birth = other.waiting.shift();
      if (item.birth === UNBORN) item.birth = birth;
      this.#leavePool(other, 1);
    }
    this.#send(item, join.next, 1);
  }

  // What a start waited for, node by node (the abstract dependency graph of Stuijk, Geilen & Basten 2008)

  /** Nodes that started at the instant at which another gave them elements: by `from * nodes + to`. */
  tokenWaits: Set<number> | undefined;
  /** Nodes that could go on at the instant at which a pool had room: by `pool * nodes + node`. */
  readonly roomWaits = new Set<number>();

  #noteTokens(plan: QueueStation | DataflowStation): void {
    if (!this.tokenWaits) return;
    const nodes = this.plan.names.length;
    for (const pool of poolsOf(plan)) {
      const { enteredAt, enteredFrom } = this.pools[pool]!;
      if (enteredAt === this.now) this.tokenWaits.add(enteredFrom * nodes + plan.node);
    }
  }

  /** Who gave a station elements in this event: its own node, if it did. */
  #giverOf(plan: QueueStation | DataflowStation): number {
    if (!this.records) return -1;
    const givers = poolsOf(plan)
      .map((pool) => this.pools[pool]!)
      .filter(({ enteredAt, enteredBy }) => enteredAt === this.now && enteredBy === this.#cause)
      .map(({ enteredFrom }) => enteredFrom);
    return givers.includes(this.lastNode) ? this.lastNode : (givers[0] ?? -1);
  }

  #noteWait(pool: Pool, node: number): void {
    if (this.tokenWaits) this.roomWaits.add(this.pools.indexOf(pool) * this.plan.names.length + node);
  }

  // Services

  #start(station: StationState): void {
    const { plan } = station;
    while (
      station.busy < plan.servers &&
      (plan.kind === 'queue' ? this.#takeBatch(station, plan) : this.#fire(station, plan))
    );
  }

  #takeBatch(station: StationState, plan: QueueStation): boolean {
    const { waiting } = this.pools[plan.pool]!;
    if (waiting.length < plan.least) return false;
    const size = Math.min(waiting.length, plan.most);
    const service = this.#service(station, plan.service + plan.perElement * size, 0);
    for (let i = 0; i < size; i++)
      service.items.push({ sender: service, birth: waiting.shift(), pending: 1 });
    service.left = size;
    // A delay has no service that waits to begin.
    if (Number.isFinite(plan.servers))
      for (const item of service.items) this.#ask(service, item, plan.way, 1);
    this.#beginOrHold(service);
    return true;
  }

  #fire(station: StationState, plan: DataflowStation): boolean {
    const { phase } = station;
    // Phases begin in order, also where one server waits for room and another has none to ask for.
    if (station.asking > 0 && hasPhases(plan)) return false;
    for (const { pool, take } of plan.inputs)
      if (this.pools[pool]!.waiting.length < take[phase % take.length]!) return false;
    const service = this.#service(station, plan.services[phase % plan.services.length]!, phase);
    let birth = UNBORN;
    for (const { pool, take } of plan.inputs)
      for (let n = take[phase % take.length]!; n > 0; n--)
        birth = Math.max(birth, this.pools[pool]!.waiting.shift());
    station.phase = (phase + 1) % plan.phases;
    const item: Item = { sender: service, birth, pending: 1 };
    service.items.push(item);
    service.left = 1;
    for (const { way, give } of plan.outputs) this.#ask(service, item, way, give[phase % give.length]!);
    this.#beginOrHold(service);
    return true;
  }

  #service(station: StationState, duration: number, phase: number): Service {
    station.busy++;
    const server = station.plan.latency > 0 ? station.idle.pop() : undefined;
    return {
      ...{ kind: 'service', station, server, phase, duration, items: [], left: 0, asking: 0 },
      ...{ planned: undefined, isHeld: false, firing: -1 },
    };
  }

  /** Routes before service, where places are promised; the targets of a join are not asked. */
  #ask(service: Service, item: Item, way: Way, count: number): void {
    if (count === 0 || !this.#promises(way)) return;
    this.#askAlong(service, item, way, count);
  }

  #promises(way: Way): boolean {
    switch (way.kind) {
      case 'link':
        return this.#promises(way.to);
      case 'pool':
        return this.pools[way.pool]!.plan.promises;
      case 'sink':
      case 'join':
        return false;
      case 'turns':
      case 'copies':
        return way.ways.some((each) => this.#promises(each));
    }
  }

  /** Places in every pool of the way that promises; the others are offered after service. */
  #askAlong(service: Service, item: Item, way: Way, count: number): void {
    service.planned ??= [];
    switch (way.kind) {
      case 'link':
        this.linkCounts[way.link]! += count;
        this.#askAlong(service, item, way.to, count);
        return;
      case 'turns':
        for (let i = 0; i < count; i++) this.#askAlong(service, item, this.#turn(way), 1);
        return;
      case 'copies':
        for (const each of way.ways) this.#askAlong(service, item, each, count);
        return;
      case 'sink':
      case 'join':
        planLater(item, way, count);
        return;
      case 'pool':
        this.#askPool(service, item, way, count);
    }
  }

  #askPool(service: Service, item: Item, way: Extract<Way, { kind: 'pool' }>, count: number): void {
    const pool = this.pools[way.pool]!;
    if (!pool.plan.promises) {
      planLater(item, way, count);
      return;
    }
    const { over, under } = way.factor;
    const wanted = Math.min(Math.ceil((over * count) / under), pool.plan.capacity);
    const parcel: Parcel = { item, pool, left: wanted, granted: 0, asks: true };
    service.planned!.push(parcel);
    planLater(item, way, count, parcel);
    const fits = pool.line.length > 0 ? 0 : Math.min(wanted, pool.room);
    // Where there was room enough before this instant, nobody has waited for it.
    const isJustInTime = pool.leftAt === this.now && pool.room - pool.leftThen < wanted;
    parcel.left -= fits;
    parcel.granted += fits;
    pool.promised += fits;
    if (isJustInTime) this.#noteWait(pool, service.station.plan.node);
    if (parcel.left === 0) return;
    pool.wait(parcel);
    service.asking++;
  }

  #grant(parcel: Parcel, count: number): void {
    parcel.pool.promised += count;
    parcel.granted += count;
    const { sender } = parcel.item;
    if (parcel.left > 0 || sender.kind === 'source') return;
    if (--sender.asking > 0) return;
    this.#freed.push(() => {
      const { station } = sender;
      this.#tally(station, 0, -1, 0);
      station.asking--;
      this.#begin(sender);
      if (hasPhases(station.plan)) this.#note(station);
    });
  }

  #beginOrHold(service: Service): void {
    if (service.asking > 0) {
      this.#tally(service.station, 0, 1, 0);
      service.station.asking++;
    } else this.#begin(service);
  }

  #begin(service: Service): void {
    const { station, server, duration, items } = service;
    const { plan } = station;
    const taken = plan.kind === 'queue' ? items.length : tokensOf(plan, service.phase);
    service.firing = this.#record(plan.node, this.#giverOf(plan));
    this.#tally(station, 1, 0, -taken);
    this.#noteTokens(plan);
    if (!server) {
      this.#schedule(duration, plan.priority, 'end', service);
      return;
    }
    const end = this.now - server.stood + Math.max(duration, plan.latency);
    server.way.push({ service, end });
    server.interval = this.#schedule(duration, plan.priority, 'interval', service);
    if (server.way.length === 1) this.#awaitExit(server);
  }

  #endService(service: Service): void {
    this.#tally(service.station, -1, 0, 0);
    this.#giveBack(service);
    this.#deliver(service);
    if (service.left === 0) {
      this.#beIdle(service.station);
      return;
    }
    service.isHeld = true;
    this.#tally(service.station, 0, 1, 0);
  }

  /** A firing frees the places of its tokens when it has ended. */
  #giveBack({ station: { plan }, phase }: Service): void {
    if (plan.kind === 'dataflow')
      for (const { pool, take } of plan.inputs)
        this.#leavePool(this.pools[pool]!, take[phase % take.length]!);
  }

  #deliver(service: Service): void {
    const { station, items } = service;
    const { plan } = station;
    station.firings++;
    station.served += items.length;
    for (const item of items) {
      const passes = plan.kind === 'dataflow' || plan.passes;
      this.#deliverPlanned(item, passes);
      if (plan.kind === 'dataflow') this.#giveOutputs(plan, service, item);
      else if (passes) {
        station.passed++;
        if (!item.later) this.#send(item, plan.way, 1);
      }
      this.#done(item);
    }
  }

  #giveOutputs({ outputs }: DataflowStation, { phase, station }: Service, item: Item): void {
    for (const { way, give } of outputs) {
      const count = give[phase % give.length]!;
      station.passed += count;
      if (count > 0 && !this.#promises(way)) this.#send(item, way, count);
    }
  }

  #deliverPlanned(item: Item, passes: boolean): void {
    for (const { way, count, promised } of item.later ?? [])
      if (promised && way.kind === 'pool') this.#takePlaces(promised, passes ? this.#native(way, count) : 0);
      else if (passes) this.#send(item, way, count);
  }

  /** Places that are left over are given back; elements that have none are offered as any others. */
  #takePlaces({ item, pool, granted }: Parcel, count: number): void {
    const fits = Math.min(granted, count);
    pool.promised -= granted;
    pool.returned += granted - fits;
    pool.offered += fits;
    if (fits > 0) this.#enter(pool, fits, item);
    this.#offer(item, pool, count - fits);
    if (fits < granted) this.#noteRoom(pool);
  }

  #itemLeaves(service: Service): void {
    const { station, server, isHeld } = service;
    const { plan } = station;
    if (plan.kind === 'queue') this.#leavePool(this.pools[plan.pool]!, 1);
    if (--service.left > 0) return;
    if (server?.stoppedAt !== undefined) this.#freed.push(() => this.#goOn(station, server));
    if (!isHeld) return;
    this.#freed.push(() => {
      this.#tally(station, 0, -1, 0);
      this.#beIdle(station);
    });
  }

  /** The server is the next to be used. */
  #beIdle(station: StationState, server?: Server): void {
    station.busy--;
    if (server) station.idle.push(server);
    const { plan } = station;
    if (plan.kind === 'dataflow' || this.pools[plan.pool]!.waiting.length > 0) this.#note(station);
  }

  // Pipelines

  #awaitExit({ way, stood }: Server): void {
    const [first] = way;
    if (!first) return;
    const { plan } = first.service.station;
    // At one instant tokens leave their FIFOs before results are offered (DF3).
    const after = plan.kind === 'dataflow' ? AFTER_INTERVALS : 0;
    this.#schedule(first.end + stood - this.now, plan.priority + after, 'exit', first.service);
  }

  #endInterval(service: Service): void {
    const { station } = service;
    const server = service.server!;
    server.interval = undefined;
    this.#tally(station, -1, 0, 0);
    this.#giveBack(service);
    this.#beIdle(station, server);
  }

  #exit(service: Service): void {
    const server = service.server!;
    server.way.shift();
    this.#deliver(service);
    if (service.left > 0) this.#stop(service.station, server);
    else this.#awaitExit(server);
  }

  /** Nothing in the pipeline goes on while its first element cannot leave. */
  #stop(station: StationState, server: Server): void {
    const { interval } = server;
    server.stoppedAt = this.now;
    server.rest = interval && interval.time - this.now;
    if (interval) {
      interval.isDead = true;
      this.#dropDead();
    } else {
      station.idle.splice(station.idle.indexOf(server), 1);
      station.busy++;
    }
    this.#tally(station, interval ? -1 : 0, 1, 0);
  }

  /** What is on its way goes on because of what let the first go, not of its own start. */
  #goOn(station: StationState, server: Server): void {
    const { rest, interval, way } = server;
    const moved = server.stoppedAt! - server.stood;
    server.stood = this.now - moved;
    server.stoppedAt = undefined;
    if (this.#cause >= 0)
      for (const { service, end } of way) if (end > moved) service.firing = this.#record(nodeOf(service));
    this.#awaitExit(server);
    this.#tally(station, rest === undefined ? 0 : 1, -1, 0);
    if (interval) server.interval = this.#schedule(rest!, interval.priority, interval.kind, interval.of);
    else this.#beIdle(station, server);
  }

  // State

  /** Equal states have equal sizes, which are much sooner known. */
  size(): number {
    let size = this.#events.length;
    for (const [i, { plan, count, waiting, promised, line }] of this.pools.entries())
      size += (i + 1) * (count - (isBounded(plan) ? 0 : waiting.length) + 31 * (promised + 31 * line.length));
    return size;
  }

  /** How many wait in each pool without a bound. */
  levels(): number[] {
    return this.pools.map(({ plan, waiting }) => (isBounded(plan) ? 0 : waiting.length));
  }

  /** From here on the least levels are watched. */
  watchLevels(): void {
    for (const { waiting } of this.pools) waiting.low = waiting.length;
  }

  /** There were always more than any service takes, so that a few more or less would have changed nothing. */
  isDeep(pool: number): boolean {
    const { plan, waiting, taker } = this.pools[pool]!;
    return !isBounded(plan) && waiting.low > (taker ? mostTaken(taker.plan, pool) : 1);
  }

  /** Everything that the future depends on besides `levels`, and nothing else, as numbers. */
  state(): number[] {
    const out: number[] = [...this.#turns];
    const poolAt = new Map(this.pools.map((pool, i) => [pool, i]));
    const ids = new Map<object, number>();
    const idOf = (of: object): number => {
      const known = ids.get(of);
      if (known !== undefined) return known;
      ids.set(of, ids.size);
      return -1;
    };
    const addParcels = (parcels: readonly Parcel[] | undefined) => {
      out.push(parcels?.length ?? -1);
      for (const { pool, left, granted } of parcels ?? []) out.push(poolAt.get(pool)!, left, granted);
    };
    const addSender = (sender: SourceState | Service) => {
      const id = idOf(sender);
      out.push(id, sender.kind === 'source' ? this.sources.indexOf(sender) : sender.station.plan.node);
      if (id >= 0) return;
      out.push(sender.left);
      if (sender.kind === 'source') return;
      out.push(sender.asking, sender.phase, sender.items.length);
      addParcels(sender.planned);
      for (const { later } of sender.items)
        for (const { way, count } of later ?? []) out.push(placeOf(way), count);
      if (sender.server) addServer(sender.server);
    };
    const addServer = (server: Server) => {
      const id = idOf(server);
      out.push(id);
      if (id >= 0) return;
      const { way, stoppedAt, stood, rest } = server;
      const isStopped = stoppedAt !== undefined;
      const moved = (stoppedAt ?? this.now) - stood;
      out.push(isStopped ? 1 : 0, (isStopped ? rest : undefined) ?? -1, way.length);
      for (const { service, end } of way) {
        out.push(end - moved);
        addSender(service);
      }
    };
    for (const pool of this.pools) {
      const { length } = pool.waiting;
      out.push(pool.count - length, isBounded(pool.plan) ? length : 0);
      out.push(pool.promised, pool.credit, pool.line.length);
      for (const { item, left, asks } of pool.line) {
        out.push(left, asks ? 1 : 0, idOf(item), item.pending);
        addSender(item.sender);
      }
    }
    for (const { busy, phase, idle } of this.stations) {
      out.push(busy, phase, idle.length);
      for (const server of idle) addServer(server);
    }
    const events = this.#events.filter(({ isDead }) => !isDead).sort((a, b) => (isEarlier(a, b) ? -1 : 1));
    for (const { time, of, kind } of events) {
      out.push(time - this.now, EVENT_KINDS.indexOf(kind));
      addSender(of);
    }
    return out;
  }

  /** Ages of all elements that came from a source, in a fixed order. */
  ages(): number[] {
    const out: number[] = [];
    const add = (birth: number) => out.push(birth === UNBORN ? -1 : this.now - birth);
    const addSender = (sender: SourceState | Service) => {
      if (sender.kind === 'source') return;
      for (const { birth } of sender.items) add(birth);
      for (const { service } of sender.server?.way ?? []) for (const { birth } of service.items) add(birth);
    };
    for (const pool of this.pools) {
      for (let i = 0; i < pool.waiting.length; i++) add(pool.waiting.at(i));
      for (const { item } of pool.line) {
        add(item.birth);
        addSender(item.sender);
      }
    }
    const events = this.#events.filter(({ isDead }) => !isDead).sort((a, b) => (isEarlier(a, b) ? -1 : 1));
    for (const { of } of events) addSender(of);
    return out;
  }
}

const isBounded = ({ capacity }: PoolPlan): boolean => Number.isFinite(capacity);

const idleServer = (): Server => ({
  interval: undefined,
  way: [],
  stoppedAt: undefined,
  stood: 0,
  rest: undefined,
});

const mostTaken = (plan: QueueStation | DataflowStation, pool: number): number =>
  plan.kind === 'queue' ? plan.most : Math.max(...plan.inputs.find((input) => input.pool === pool)!.take);

const isEarlier = (a: Event, b: Event): boolean =>
  a.time !== b.time
    ? a.time < b.time
    : a.priority !== b.priority
      ? a.priority < b.priority
      : a.order < b.order;

/** Puts `event` where the first of the heap was. */
function siftDown(heap: Event[], event: Event): void {
  for (let at = 0; ; ) {
    let below = 2 * at + 1;
    if (below + 1 < heap.length && isEarlier(heap[below + 1]!, heap[below]!)) below++;
    if (below >= heap.length || isEarlier(event, heap[below]!)) {
      heap[at] = event;
      return;
    }
    heap[at] = heap[below]!;
    at = below;
  }
}

const poolsOf = (plan: QueueStation | DataflowStation): readonly number[] =>
  plan.kind === 'queue' ? [plan.pool] : plan.inputs.map(({ pool }) => pool);

const hasPhases = (plan: QueueStation | DataflowStation): boolean =>
  plan.kind === 'dataflow' && plan.phases > 1;

/** Index of the node that sends. */
export const nodeOf = (sender: SourceState | Service): number =>
  sender.kind === 'source' ? sender.plan.node : sender.station.plan.node;

function planLater(item: Item, way: Way, count: number, promised?: Parcel): void {
  item.later ??= [];
  item.later.push({ way, count, promised });
}

/** Tells apart the ends of the ways of one node. */
const placeOf = (way: Way): number =>
  way.kind === 'pool' ? way.pool : way.kind === 'join' ? -2 - way.join : -1;

const tokensOf = ({ inputs }: DataflowStation, phase: number): number =>
  inputs.reduce((sum, { take }) => sum + take[phase % take.length]!, 0);
