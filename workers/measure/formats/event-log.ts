/**
 * Event logs of process mining: which case did which activity when. Each activity (or resource, as the columns say) is a queue; an element comes
 * to it when the step before of its case is complete, and leaves when its own is: waiting and service. `schedule` says when it came
 * instead; `start` and steps that were given up move nothing. As a table (CSV, Parquet) and as XES.
 */
import type { ColumnMapping } from '../contract.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { TimeScale } from '../stream/time-base.ts';
import { dateReader } from './read-date.ts';
import { RowDoor } from './row-door.ts';

interface Step {
  readonly caseId: string;
  readonly queue: string;
  /** When the step was taken, ns from the origin. */
  readonly time: number;
  /** When work on it began, where its row tells that too. */
  readonly start?: number;
  /** Life-cycle transition; '' is a completed step. */
  readonly transition: string;
  /** Kind of its case; '' where nothing tells. */
  readonly caseClass: string;
}

interface Case {
  /** When its last step was complete; NaN before the first. */
  done: number;
  readonly came: Map<string, number>;
  /** Kept only where somebody asks for steps. */
  readonly begun?: Map<string, number>;
}

const COMPLETE = /^(complete|completed|end|finish|finished|done|)$/i;
const CAME = /^(schedule|scheduled|enabled?|assign)$/i;
const BEGUN = /^(start|started|begin)$/i;
/** Steps that stand still, change hands or are given up. */
const NO_MOVE =
  /^(suspend\w*|resume\w*|reassign\w*|withdraw\w*|auto_?skip\w*|manual_?skip\w*|skip\w*|abort\w*|ate_abort|pi_abort|cancel\w*|fail\w*|unknown)$/i;
/** Unknown words that are told. */
const MOST_WORDS = 20;
/** More do not fit into memory. */
const MOST_CASES = 4_000_000;

export class Steps {
  private readonly door: RowDoor;
  private readonly cases = new Map<string, Case>();
  private readonly unknown = new Set<string>();

  constructor(
    private readonly intake: Intake,
    private readonly placeOf: PlaceOf,
  ) {
    this.door = new RowDoor(intake, 'visits', placeOf);
  }

  take({ caseId, queue, time, start, transition, caseClass }: Step, row: number): void {
    const known = this.cases.get(caseId) ?? this.newCase();
    if (!this.cases.has(caseId) && this.cases.size >= MOST_CASES) {
      this.fault('E20', `more than ${MOST_CASES} cases; this one is left out`, { row, value: caseId });
      return;
    }
    this.cases.set(caseId, known);
    if (BEGUN.test(transition)) known.begun?.set(queue, time);
    // What began before anything was done has come by then.
    if (CAME.test(transition) || (BEGUN.test(transition) && Number.isNaN(known.done))) {
      if (!known.came.has(queue)) known.came.set(queue, time);
      return;
    }
    if (NO_MOVE.test(transition) || BEGUN.test(transition)) return;
    if (!COMPLETE.test(transition)) this.tellUnknown(transition, row);
    const before = known.came.get(queue) ?? (Number.isNaN(known.done) ? (start ?? time) : known.done);
    // What began has come by then, though another step of its case ended later.
    const came = start === undefined ? before : Math.min(start, before);
    known.came.delete(queue);
    const isBackward = start !== undefined && time < start;
    if (isBackward || time < came) {
      const why = isBackward ? 'ends before it begins' : 'is older than the one before it';
      this.fault('E16', `case ${caseId}: this step ${why}; it is left out`, { row, value: queue });
      return;
    }
    known.done = Number.isNaN(known.done) ? time : Math.max(known.done, time);
    this.door.take(queue, [came, time], row);
    const begun = start ?? known.begun?.get(queue) ?? Number.NaN;
    known.begun?.delete(queue);
    this.intake.takeStep?.({
      caseId,
      caseClass,
      place: queue,
      came,
      begun: Math.max(came, begun),
      done: time,
    });
  }

  /** A state of a ticket, such as "In Progress": whoever wrote it down had done something by then. */
  private tellUnknown(transition: string, row: number): void {
    if (this.unknown.has(transition) || this.unknown.size >= MOST_WORDS) return;
    this.unknown.add(transition);
    const message = `"${transition}" is no word of the life cycle of steps (start, complete, …): each such step is taken as complete`;
    this.intake.faults.add('W38', message, { place: this.placeOf(row), value: transition });
  }

  private newCase(): Case {
    const came = new Map<string, number>();
    return { done: Number.NaN, came, ...(this.intake.takeStep && { begun: new Map<string, number>() }) };
  }

  /** A case that is complete needs no memory. */
  forget(caseId: string): void {
    this.cases.delete(caseId);
  }

  private fault(code: 'E16' | 'E20', message: string, { row, value }: { row: number; value: string }): void {
    this.intake.faults.add(code, message, { place: this.placeOf(row), value });
  }
}

const UNITS = { s: 1, ms: 1e3, us: 1e6, ns: 1e9, date: 1e9 } as const;

/** Rows of cells by name. */
export class StepRows {
  private readonly steps: Steps;
  private readonly timeOf: (text: string) => number | undefined;

  constructor(
    private readonly intake: Intake,
    private readonly mapping: ColumnMapping,
    private readonly placeOf: PlaceOf,
  ) {
    this.steps = new Steps(intake, placeOf);
    const scale = new TimeScale(intake.time, UNITS[mapping.timeUnit]);
    this.timeOf = mapping.timeUnit === 'date' ? dateReader(intake.time) : (text) => scale.parse(text, true);
  }

  take(cellOf: (name: string) => string, row: number): void {
    const cell = (column: string): string => {
      const name = this.mapping.columns[column];
      return name === undefined ? '' : cellOf(name);
    };
    const time = this.timeOf(cell('time'));
    const [caseId, queue, begun] = [cell('caseId'), cell('queueId'), cell('start')];
    const start = begun === '' ? undefined : this.timeOf(begun);
    if (time === undefined || caseId === '' || queue === '')
      this.intake.faults.add('E01', 'expected a case, an activity and a time; the row is left out', {
        ...{ place: this.placeOf(row), value: `${caseId} ${queue} ${cell('time')}` },
      });
    else
      this.steps.take(
        {
          ...{ caseId, queue, time, ...(start !== undefined && { start }) },
          ...{ transition: cell('transition'), caseClass: cell('class') },
        },
        row,
      );
  }
}

/** Keys under which logs keep the kind of a case. */
const CLASS = /^(case[:_ ]?)?class$|^case[:_ ]?type$/i;
const TAG = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** No tag of a log is longer. */
const MOST_TAG = 1 << 20;

/** XES (IEEE 1849): `<trace>` is a case, `<event>` a step with `concept:name`, `time:timestamp` and `lifecycle:transition`. */
export class Xes {
  private readonly decoder = new TextDecoder();
  private readonly steps: Steps;
  private readonly readDate: (text: string) => number | undefined;
  private rest = '';
  private traces = 0;
  private events = 0;
  /** How deep below the trace or event its attributes are: those of lists and of attributes are not its own. */
  private inside = 0;
  private caseId = '';
  private caseClass = '';
  private event: Map<string, string> | undefined;
  private isOpen = false;

  constructor(private readonly intake: Intake) {
    this.steps = new Steps(intake, (row) => ({ path: `event ${row}` }));
    this.readDate = dateReader(intake.time);
  }

  push(bytes: Uint8Array): boolean {
    const text = this.rest + this.decoder.decode(bytes, { stream: true });
    let end = 0;
    for (const match of text.matchAll(TAG)) {
      end = match.index + match[0].length;
      const [, close, name = '', attributes = '', empty] = match;
      if (close === '/') this.close(name);
      else this.begin(name, attributes, empty === '/');
    }
    // A tag may go on in the next piece.
    const open = text.lastIndexOf('<');
    this.rest = open >= end ? text.slice(open) : '';
    if (this.rest.length <= MOST_TAG) return true;
    this.intake.faults.add('E20', `a tag of more than ${MOST_TAG} letters; what came before is used`);
    return false;
  }

  /** True when the log is not closed. */
  end(): boolean {
    return this.isOpen;
  }

  private begin(name: string, attributes: string, isEmpty: boolean): void {
    if (name === 'log') this.isOpen = !isEmpty;
    else if (name === 'trace') {
      this.traces += 1;
      this.caseId = `trace ${this.traces}`;
      this.caseClass = '';
      this.inside = 0;
    } else if (name === 'event') {
      this.event = new Map();
      this.inside = 0;
    } else {
      if (this.inside === 0) this.attribute(attributes);
      if (!isEmpty) this.inside += 1;
    }
  }

  private attribute(attributes: string): void {
    const [key, value] = ['key', 'value'].map((name) => {
      const [, , quoted] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(attributes) ?? [];
      return quoted === undefined ? undefined : plain(quoted);
    });
    if (key === undefined || value === undefined) return;
    if (this.event) this.event.set(key, value);
    else if (key === 'concept:name' && this.traces > 0) this.caseId = value;
    else if (CLASS.test(key) && this.traces > 0) this.caseClass = value;
  }

  private close(name: string): void {
    if (name === 'event' && this.event) this.takeEvent(this.event);
    if (name === 'event') this.event = undefined;
    else if (name === 'trace') this.steps.forget(this.caseId);
    else if (name === 'log') this.isOpen = false;
    else if (this.inside > 0) this.inside -= 1;
  }

  private takeEvent(event: ReadonlyMap<string, string>): void {
    this.events += 1;
    const queue = event.get('concept:name') ?? '';
    const stamp = event.get('time:timestamp') ?? '';
    const time = this.readDate(stamp);
    if (queue === '' || time === undefined) {
      const message = 'an event needs concept:name and time:timestamp; it is left out';
      this.intake.faults.add('E01', message, { place: { path: `event ${this.events}` }, value: stamp });
      return;
    }
    const transition = event.get('lifecycle:transition') ?? '';
    const { caseId, caseClass } = this;
    this.steps.take({ caseId, caseClass, queue, time, transition }, this.events);
  }
}

const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code > 0 && code < 0x11_00_00) return String.fromCodePoint(code);
    return ENTITIES[String(name)] ?? whole;
  });
