/**
 * Tasks as the program of Sutton and Jordan writes them: a table parted by blanks with the columns
 * `EID TID QID A D S W STATE PROC OBS_A OBS_D CMP`, or YAML events `{arrival, departure, obs, queue, state, task}`. Times in
 * s with decimals; a time that was not observed is known to the program alone and is left out here.
 */
import type { Intake } from '../reduce/intake.ts';

interface Event {
  readonly task: string;
  readonly queue: string;
  readonly state: string;
  readonly arrival: string;
  readonly departure: string;
  readonly line: number;
}

const YAML_FIELDS = ['arrival', 'departure', 'obs', 'queue', 'state', 'task'];
const COLUMNS = ['task', 'step', 'state', 'queue', 'arrival', 'departure', 'ordinal'];
/** Queue of the steps that enter the network, in the program's words and in ours. */
const ENTRY = /^(__arrivals?__|initial)$/i;

export class BayesQnet {
  private line = 0;
  private columns: string[] | undefined;
  private fields: Record<string, string> = {};
  private fieldsLine = 0;
  private readonly events: Event[] = [];

  constructor(private readonly intake: Intake) {}

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '' || text.trim() === '---' || text.startsWith('#')) return;
    if (this.line === 1 && /^\s*EID\s/.test(text)) this.columns = text.trim().split(/\s+/);
    else if (this.columns) this.takeCells(text.trim().split(/\s+/), this.columns, text);
    else this.takeYaml(text);
  }

  end(): void {
    this.closeYaml();
    const steps = new Map<string, number>();
    const byTime = [...this.events].sort(
      (a, b) => Number(a.arrival || a.departure) - Number(b.arrival || b.departure),
    );
    const ofTask = new Map<string, Event[]>();
    for (const event of byTime) ofTask.set(event.task, [...(ofTask.get(event.task) ?? []), event]);
    const rows = [...ofTask.values()].flat().map((event) => {
      const known = steps.get(event.task) ?? (ENTRY.test(event.queue) ? 0 : 1);
      steps.set(event.task, known + 1);
      const ns = [event.arrival, event.departure].map(nsDigits) as [string, string];
      return { line: event.line, cells: [event.task, String(known), event.state, event.queue, ...ns, ''] };
    });
    this.intake.rows += rows.length;
    this.intake.addTable({
      ...{ name: 'tasks', columns: COLUMNS, unitsPerSecond: 1e9 },
      rows: rows.map(({ cells }) => cells),
      placeOf: (row) => ({ line: rows[row]!.line }),
    });
  }

  private takeCells(cells: readonly string[], columns: readonly string[], text: string): void {
    if (cells.length !== columns.length) {
      this.fault(
        `expected ${columns.length} cells, got ${cells.length}; the row is left out`,
        this.line,
        text,
      );
      return;
    }
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
    this.add({
      ...{ task: cell('TID'), queue: cell('QID'), state: cell('STATE'), line: this.line },
      arrival: observed(cell('OBS_A')) ? cell('A') : '',
      departure: observed(cell('OBS_D')) ? cell('D') : '',
    });
  }

  /** A list of mappings, one per `-`, written in braces or line by line. */
  private takeYaml(text: string): void {
    if (/^\s*-(\s|$)/.test(text)) {
      this.closeYaml();
      this.fieldsLine = this.line;
    }
    for (const [, name, value] of text.matchAll(/(\w+)\s*:\s*("[^"]*"|'[^']*'|[^,}\s]+)/g))
      if (YAML_FIELDS.includes(name!)) this.fields[name!] = value!.replace(/^["']|["']$/g, '');
  }

  private closeYaml(): void {
    const { task, queue, state = '', arrival = '', departure = '', obs = '1' } = this.fields;
    const isEmpty = Object.keys(this.fields).length === 0;
    this.fields = {};
    if (isEmpty) return;
    if (task === undefined || queue === undefined) {
      this.fault('an event needs a task and a queue; it is left out', this.fieldsLine, '');
      return;
    }
    const seen = observed(obs);
    const times = { arrival: seen ? arrival : '', departure: seen ? departure : '' };
    this.add({ task, queue, state, line: this.fieldsLine, ...times });
  }

  private add(event: Event): void {
    const wrong = [event.arrival, event.departure].find((time) => time !== '' && nsDigits(time) === '');
    if (wrong === undefined) this.events.push(event);
    else this.fault(`expected a time >= 0 in s, got ${wrong}; the row is left out`, event.line, wrong);
  }

  private fault(message: string, line: number, value: string): void {
    this.intake.faults.add('E01', message, { place: { line }, value });
  }
}

const observed = (text: string): boolean => /^(1|true|yes)$/i.test(text);

/** Seconds with decimals to whole ns, in digits; '' when it is no time. */
function nsDigits(text: string): string {
  if (/e/i.test(text) && Number(text) >= 0) return String(BigInt(Math.round(Number(text) * 1e9)));
  const [, whole, decimals = ''] = /^\+?(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  return whole === undefined ? '' : String(BigInt(whole + decimals.slice(0, 9).padEnd(9, '0')));
}
