/** QTM 1 as one JSON document, and as one JSON object per line. */
import { cellText, OTHER_KEYS, unitsPerSecondOf } from '../json-tables.ts';
import type { Place } from '../measurement-fault.ts';
import { BAD_TIME_UNIT, checkVersion } from '../qtm-format.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { isStreamedTable } from '../stream/row-layout.ts';
import { JsonRows } from './json-rows.ts';
import { wrapOf } from './qtm-csv.ts';

/**
 * The container `{"qtm": 1, "time": {...}, "events": [...], ...}`, its keys in any order: programs sort them. So it is read twice: for all that
 * stands around the long tables, which says what their rows mean, and then for these.
 */
export class QtmJson implements JsonTaker {
  private rows: JsonRows;
  private unitsPerSecond: number | undefined = unitsPerSecondOf(undefined);
  private version = 'none';
  private hasTime = false;

  constructor(private readonly intake: Intake) {
    this.rows = new JsonRows(intake);
  }

  readonly around: JsonTaker = {
    skips: isStreamedTable,
    element: (key, index, text) => this.take(key, index, text),
    value: (key, text) => this.setting(key, parsed(text)),
  };

  /** All that stands around is read; it ended early when not `whole`. */
  beginRows(whole: boolean): void {
    const { faults } = this.intake;
    if (!checkVersion(this.version, { path: 'qtm' }, faults)) this.unitsPerSecond = undefined;
    if (this.unitsPerSecond === undefined) {
      this.rows = new JsonRows(this.intake);
      this.intake.rows = 0;
      return;
    }
    this.rows.timesIn(this.unitsPerSecond);
    if (!whole && !this.hasTime)
      faults.add('E20', 'No "time" came before the end: all times are taken as ns');
  }

  skips(key: string): boolean {
    return !isStreamedTable(key) || this.unitsPerSecond === undefined;
  }

  element(key: string, index: number, text: string): void {
    this.take(key, index, text);
  }

  leaveOut(key: string, place: Place): void {
    this.rows.leaveOut(key, place);
  }

  value(): void {}

  end(): void {
    this.rows.end();
  }

  private setting(key: string, value: unknown): void {
    const { faults } = this.intake;
    const place = { path: key };
    if (key === 'qtm') this.version = cellText(value) || 'none';
    else if (key === 'time') {
      this.hasTime = true;
      this.unitsPerSecond = unitsPerSecondOf(value);
      if (this.unitsPerSecond === undefined) faults.add('E01', BAD_TIME_UNIT, { place });
      this.intake.wrap = wrapOf(textField(value, 'wrap'));
    } else if (!OTHER_KEYS.includes(key)) faults.add('E01', 'expected a list of rows', { place });
  }

  private take(key: string, index: number, text: string): void {
    this.rows.take(key, parsed(text), index, (row) => ({ path: `${key}[${row}]` }));
  }
}

/** A line `{"qtm": 1, "table": "events", "time": "ns"}` opens a table; the lines below it are its rows. */
export class QtmLines {
  private readonly rows: JsonRows;
  private table = '';
  private line = 0;

  constructor(private readonly intake: Intake) {
    this.rows = new JsonRows(intake);
  }

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '') return;
    const { line } = this;
    const { faults } = this.intake;
    const value = parsed(text);
    if (value === undefined) {
      faults.add('E01', 'this line is no JSON', { place: { line }, value: text });
      this.rows.leaveOut(this.table, { line });
      return;
    }
    const version = textField(value, 'qtm');
    if (version === undefined) {
      this.rows.take(this.table, value, line, (at) => ({ line: at }));
      return;
    }
    const unit = textField(value, 'time') ?? 'ns';
    const clockHz = textField(value, 'clockHz');
    const unitsPerSecond = unitsPerSecondOf({ unit, ...(clockHz !== undefined && { clockHz }) });
    this.table = textField(value, 'table') ?? '';
    if (!checkVersion(version, { line }, faults)) this.table = '';
    if (unitsPerSecond === undefined) {
      faults.add('E01', BAD_TIME_UNIT, { place: { line } });
      this.table = '';
      return;
    }
    this.rows.end();
    this.rows.timesIn(unitsPerSecond);
    this.intake.wrap = wrapOf(textField(value, 'wrap'));
  }

  end(): void {
    this.rows.end();
  }
}

/** Whole numbers that a JSON parser would round, as time stamps in ns are, stay digits: they become texts. */
const LONG_NUMBER = /(":\s*)(\d{16,})(?=\s*[,}])/g;

/** Undefined when it is no JSON. */
export function parsed(text: string): unknown {
  const exact = /\d{16}/.test(text) ? text.replace(LONG_NUMBER, '$1"$2"') : text;
  try {
    return JSON.parse(exact);
  } catch {
    return undefined;
  }
}

function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !(name in value)) return undefined;
  const field = (value as Record<string, unknown>)[name];
  return typeof field === 'string' || typeof field === 'number' ? String(field) : undefined;
}
