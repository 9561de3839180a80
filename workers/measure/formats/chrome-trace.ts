/**
 * Trace events of Chrome and Perfetto (`{"traceEvents": […]}` or a list): each name of slices is a queue, each slice a visit from its
 * begin to its end; counters (`C`) are levels. Slices are whole (`X`), begin and end on a thread (`B`, `E`) or by id (`b`, `e`, `S`, `F`).
 * Times in us. What has no duration (instants, flows, metadata) is passed over.
 */
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

export class ChromeTrace implements JsonTaker {
  private readonly scale: TimeScale;
  private readonly visits: RowDoor;
  private readonly levels: RowDoor;
  private readonly open = new Map<string, Open[]>();
  private opened = 0;
  private number = 0;

  constructor(private readonly intake: Intake) {
    this.scale = new TimeScale(intake.time, 1e6);
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
  }

  private take(event: Json, text: string): void {
    const ph = cellText(event.ph) ?? '';
    if (ph !== 'X' && ph !== 'C' && !Object.hasOwn(ENDS, ph)) return;
    const start = this.scale.parse(cellText(event.ts) ?? '', true);
    if (start === undefined) {
      this.fault('expected a time ts >= 0, in us; the event is left out', text);
      return;
    }
    if (ph === 'X') this.takeWhole(event, start, text);
    else if (ph === 'C') this.takeCounter(event, start, text);
    else this.takeEnd(event, ENDS[ph]!, start, text);
  }

  private takeWhole(event: Json, start: number, text: string): void {
    const name = cellText(event.name) ?? '';
    const duration = Number(event.dur ?? 0);
    if (name !== '' && duration >= 0 && duration < 1e13)
      this.visits.take(name, [start, start + Math.round(duration * 1000)], this.number);
    else this.fault('a slice needs a name and a duration dur >= 0, in us; it is left out', text);
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
    const thread = `${cellText(event.pid) ?? ''} ${cellText(event.tid) ?? ''}`;
    const id = isObject(event.id2) ? JSON.stringify(event.id2) : (cellText(event.id) ?? '');
    const key = isThread ? thread : `id ${cellText(event.cat) ?? ''} ${cellText(event.name) ?? ''} ${id}`;
    const open = this.open.get(key) ?? [];
    if (what === 'begin') {
      const name = cellText(event.name) ?? '';
      if (name === '' || this.opened >= MOST_OPEN)
        this.fault('a slice without a name, or too many open', text);
      else {
        this.opened += 1;
        open.push({ name, start: time });
        this.open.set(key, open);
      }
      return;
    }
    const begun = open.pop();
    if (begun) {
      this.opened -= 1;
      this.visits.take(begun.name, [begun.start, time], this.number);
    } else this.fault('this slice ends and did not begin in the trace; it is left out', text);
  }

  private fault(message: string, value: string): void {
    this.intake.faults.add('E01', message, { place: { path: `traceEvents[${this.number}]` }, value });
  }
}
