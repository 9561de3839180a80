/** QTM 1 as one JSON document, and as one JSON object per line. */
import { OTHER_KEYS, unitsPerSecondOf } from '../json-tables.ts';
import { BAD_TIME_UNIT, checkVersion } from '../qtm-format.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { JsonRows } from './json-rows.ts';
import { wrapOf } from './qtm-csv.ts';

/** The container `{"qtm": 1, "time": {...}, "events": [...], ...}`. */
export class QtmJson implements JsonTaker {
  private readonly rows: JsonRows;
  private refused = false;

  constructor(private readonly intake: Intake) {
    this.rows = new JsonRows(intake);
  }

  element(key: string, index: number, text: string): void {
    if (this.refused) return;
    const value = parsed(text);
    const placeOf = (row: number) => ({ path: `${key}[${row}]` });
    if (value === undefined) {
      this.intake.faults.add('E01', 'this JSON is broken', { place: placeOf(index), value: text });
    } else this.rows.take(key, value, index, placeOf);
  }

  value(key: string, text: string): void {
    const { faults } = this.intake;
    const value = parsed(text);
    const place = { path: key };
    if (key === 'qtm') this.refused = !checkVersion(String(value), place, faults);
    else if (key === 'time') {
      const unitsPerSecond = unitsPerSecondOf(value);
      if (unitsPerSecond === undefined) faults.add('E01', BAD_TIME_UNIT, { place });
      else this.rows.unitsPerSecond = unitsPerSecond;
      this.intake.wrap = wrapOf(textField(value, 'wrap'));
    } else if (!OTHER_KEYS.includes(key)) faults.add('E01', 'expected a list of rows', { place });
  }

  end(): void {
    this.rows.end();
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
      return;
    }
    this.rows.end();
    this.rows.unitsPerSecond = unitsPerSecond;
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
