/**
 * Trace events of Chrome and Perfetto (`{"traceEvents": […]}` or a list): each name of slices is a queue, each slice a visit from its
 * begin to its end; counters (`C`) are levels. Slices are whole (`X`), begin and end on a thread (`B`, `E`) or by id (`b`, `e`, `S`, `F`).
 * Flows (`s`, `t`, `f`) tell where somebody asks for steps which slice came after which. Times in us. Instants and metadata are
 * passed over.
 */
import { groupBy } from '../../../core/base/group-by.ts';
import { powerOfTen } from '../../../core/numeric/elementary.ts';
import { cellText } from '../json-tables.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { EXACT_DIGITS, TimeScale } from '../stream/time-base.ts';
import { parsed } from './qtm-json.ts';
import { RowDoor } from './row-door.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

interface Open {
  readonly name: string;
  readonly start: number;
}

const ENDS: Readonly<Record<string, 'begin' | 'end'>> = {
  ...{ B: 'begin', b: 'begin', S: 'begin' },
  ...{ E: 'end', e: 'end', F: 'end' },
};
/** Slices that have begun; more are not kept. */
const MOST_OPEN = 1_000_000;
const MOST_LEVEL = powerOfTen(EXACT_DIGITS);

/** A slice on a thread, and where a flow leaves or reaches one; times in ns. */
interface Slice {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface FlowPoint {
  readonly thread: string;
  readonly time: number;
  readonly phase: 's' | 't' | 'f';
  /** Else the next slice to begin is meant. */
  readonly isEnclosed: boolean;
  /** Told in the slice itself, which it leaves at its end. */
  readonly isOwn: boolean;
}

/** A flow through one slice, and when it left for the next. */
interface FlowStep {
  readonly slice: Slice;
  readonly left: number;
}

/** Flows from slice to slice, as Perfetto binds them: to the innermost slice around them, ends without `"bp": "e"` to the next one. */
class Flows {
  private readonly slices = new Map<string, Slice[]>();
  private readonly points = new Map<string, FlowPoint[]>();
  private kept = 0;

  takeSlice(thread: string, slice: Slice): void {
    this.keep(this.slices, thread, slice);
  }

  takePoint(id: string, point: FlowPoint): void {
    this.keep(this.points, id, point);
  }

  /** Slices and points that are not kept. */
  get leftOut(): number {
    return Math.max(0, this.kept - MOST_KEPT);
  }

  private keep<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
    this.kept += 1;
    if (this.kept > MOST_KEPT) return;
    const list = lists.get(key);
    if (list) list.push(item);
    else lists.set(key, [item]);
  }

  /** Each way through several slices; a flow that begins where only one other ends goes on from it. */
  ways(): readonly (readonly FlowStep[])[] {
    for (const list of this.slices.values()) list.sort((a, b) => a.start - b.start || b.end - a.end);
    const flows = [...this.points.values()].flatMap((points) => this.flowsOf(points));
    const [begins, ends] = [groupBy(flows, (flow) => flow[0]!.slice), groupBy(flows, lastSlice)];
    const goesOn = (slice: Slice): readonly FlowStep[] | undefined => {
      const [next, ...others] = begins.get(slice) ?? [];
      const [before, ...more] = ends.get(slice) ?? [];
      if (!next || !before || others.length > 0 || more.length > 0) return undefined;
      // One that left before the other came is a call, and the other its answer.
      return next[0]!.left >= before.at(-1)!.left ? next : undefined;
    };
    return flows
      .filter((flow) => goesOn(flow[0]!.slice) === undefined)
      .map((flow) => {
        const way = [...flow];
        const isNew = (next: readonly FlowStep[]): boolean =>
          next.slice(1).every(({ slice }) => way.every((step) => step.slice !== slice));
        // The answer to a call leads back into its slice, which is one visit.
        for (let next = goesOn(lastSlice(way)); next && isNew(next); next = goesOn(lastSlice(way)))
          way.splice(-1, 1, ...next);
        return way;
      });
  }

  /** An id may be used again: each `s` begins a flow. One that ends several times goes each way from where it left last. */
  private flowsOf(points: readonly FlowPoint[]): FlowStep[][] {
    const flows: FlowStep[][] = [];
    let way: FlowStep[] = [];
    let isOpen = false;
    for (const point of points.toSorted((a, b) => a.time - b.time)) {
      const slice = this.sliceAt(point);
      if (point.phase === 's') {
        if (isOpen) flows.push(way);
        way = [];
      }
      if (!slice) continue;
      const step = { slice, left: point.isOwn ? slice.end : point.time };
      if (point.phase !== 'f') {
        way.push(step);
      } else if (way.length > 0) {
        flows.push([...way, step]);
        way = way.slice(-1);
      }
      isOpen = point.phase === 't';
    }
    if (isOpen) flows.push(way);
    return flows.filter(({ length }) => length > 1);
  }

  private sliceAt({ thread, time, isEnclosed }: FlowPoint): Slice | undefined {
    const list = this.slices.get(thread) ?? [];
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isEnclosed ? list[middle]!.start <= time : list[middle]!.start < time) low = middle + 1;
      else high = middle;
    }
    if (!isEnclosed) return list[low];
    for (let at = low - 1; at >= Math.max(0, low - MOST_NESTED); at -= 1)
      if (list[at]!.end >= time) return list[at];
    return undefined;
  }
}

const lastSlice = (flow: readonly FlowStep[]): Slice => flow.at(-1)!.slice;

/** Slices and points of flows: more do not fit into memory beside what is made of them. */
const MOST_KEPT = 1_000_000;
/** Slices of a thread that are looked at from the last one that began. */
const MOST_NESTED = 1000;

export class ChromeTrace implements JsonTaker {
  private readonly scale: TimeScale;
  private readonly visits: RowDoor;
  private readonly levels: RowDoor;
  private readonly open = new Map<string, Open[]>();
  private opened = 0;
  private number = 0;
  /** Where somebody asks for steps. */
  private readonly flows: Flows | undefined;

  constructor(private readonly intake: Intake) {
    this.scale = new TimeScale(intake.time, 1e6);
    this.flows = intake.takeStep && new Flows();
    const placeOf = (row: number) => ({ path: `traceEvents[${row}]` });
    this.visits = new RowDoor(intake, 'visits', placeOf);
    this.levels = new RowDoor(intake, 'levels', placeOf);
  }

  skips(key: string): boolean {
    return key !== '' && key !== 'traceEvents';
  }

  element(_key: string, index: number, text: string): void {
    this.number = index;
    const event = parsed(text);
    if (isObject(event)) this.take(event, text);
    else this.fault('expected an event such as {"ph": "X", "name": …, "ts": …, "dur": …}', text);
  }

  value(): void {}

  end(): void {
    const left = [...this.open.values()].reduce((count, { length }) => count + length, 0);
    if (left > 0)
      this.intake.faults.add('W30', `${left} slices begin and do not end in the trace; they are left out`);
    this.tellFlows();
  }

  private tellFlows(): void {
    const { flows, intake } = this;
    if (!flows) return;
    if (flows.leftOut > 0)
      intake.faults.add(
        'W35',
        `${flows.leftOut} slices and flows are not used for the drawing: it takes a million`,
      );
    const ways = flows.ways();
    const calls = ways.flatMap((way) =>
      way.filter(({ slice }, at) => way[at + 1] !== undefined && slice.end > way[at + 1]!.slice.end),
    ).length;
    if (calls > 0)
      intake.faults.add(
        'W39',
        `${calls} slices end after the one that their flow leads to, as calls do: their time holds that of the other, and the drawing has one after the other`,
      );
    for (const [index, way] of ways.entries())
      for (const [at, { slice }] of way.entries())
        intake.takeStep!({
          ...{
            caseId: `flow ${index}`,
            caseClass: '',
            place: slice.name,
            begun: slice.start,
            done: slice.end,
          },
          came: Math.min(slice.start, at === 0 ? slice.start : way[at - 1]!.left),
        });
  }

  private take(event: Json, text: string): void {
    const ph = cellText(event.ph) ?? '';
    const isFlow = this.flows !== undefined && (ph === 's' || ph === 't' || ph === 'f');
    if (ph !== 'X' && ph !== 'C' && !isFlow && !Object.hasOwn(ENDS, ph)) return;
    const start = this.scale.parse(cellText(event.ts) ?? '', true);
    if (start === undefined) {
      this.fault('expected a time ts >= 0, in us; the event is left out', text);
      return;
    }
    if (isFlow)
      this.flows!.takePoint(byId(event), {
        ...{ thread: threadOf(event), time: start, phase: ph, isEnclosed: ph !== 'f' || event.bp === 'e' },
        isOwn: false,
      });
    else if (ph === 'X') this.takeWhole(event, start, text);
    else if (ph === 'C') this.takeCounter(event, start, text);
    else this.takeEnd(event, ENDS[ph]!, start, text);
  }

  private takeWhole(event: Json, start: number, text: string): void {
    const name = cellText(event.name) ?? '';
    const duration = Number(event.dur ?? 0);
    if (name !== '' && duration >= 0 && duration < 1e13) {
      const end = start + Math.round(duration * 1000);
      this.visits.take(name, [start, end], this.number);
      this.flows?.takeSlice(threadOf(event), { name, start, end });
      this.takeBound(event, start);
    } else this.fault('a slice needs a name and a duration dur >= 0, in us; it is left out', text);
  }

  /** A slice that names its flows itself. */
  private takeBound(event: Json, time: number): void {
    const id = cellText(event.bind_id);
    const [comes, goes] = [event.flow_in === true, event.flow_out === true];
    if (id === undefined || !(comes || goes)) return;
    const phase = comes ? (goes ? 't' : 'f') : 's';
    this.flows?.takePoint(`bind ${id}`, {
      thread: threadOf(event),
      time,
      phase,
      isEnclosed: true,
      isOwn: true,
    });
  }

  /** One level for each series of the counter. */
  private takeCounter(event: Json, time: number, text: string): void {
    const name = cellText(event.name) ?? '';
    const series = isObject(event.args) ? Object.entries(event.args) : [];
    for (const [key, value] of series) {
      const level = Number(value);
      if (level >= 0 && level < MOST_LEVEL)
        this.levels.take(series.length === 1 ? name : `${name} ${key}`, [time, level], this.number);
      else this.fault(`counter ${name}: expected a level >= 0`, text);
    }
  }

  /** The end of a thread's slice is that of the one which began last. */
  private takeEnd(event: Json, what: 'begin' | 'end', time: number, text: string): void {
    const isThread = event.ph === 'B' || event.ph === 'E';
    const key = isThread ? threadOf(event) : byId(event);
    const open = this.open.get(key) ?? [];
    if (what === 'begin') {
      const name = cellText(event.name) ?? '';
      if (name === '' || this.opened >= MOST_OPEN)
        this.fault('a slice without a name, or too many open', text);
      else {
        this.opened += 1;
        open.push({ name, start: time });
        if (isThread) this.takeBound(event, time);
        this.open.set(key, open);
      }
      return;
    }
    const begun = open.pop();
    if (begun) {
      this.opened -= 1;
      this.visits.take(begun.name, [begun.start, time], this.number);
      if (isThread) this.flows?.takeSlice(key, { ...begun, end: time });
    } else this.fault('this slice ends and did not begin in the trace; it is left out', text);
  }

  private fault(message: string, value: string): void {
    this.intake.faults.add('E01', message, { place: { path: `traceEvents[${this.number}]` }, value });
  }
}

const threadOf = ({ pid, tid }: Json): string => `${cellText(pid) ?? ''} ${cellText(tid) ?? ''}`;

function byId({ cat, name, id, id2 }: Json): string {
  const told = isObject(id2) ? JSON.stringify(id2) : (cellText(id) ?? '');
  return `id ${cellText(cat) ?? ''} ${cellText(name) ?? ''} ${told}`;
}
