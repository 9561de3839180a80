/**
 * Samples of queue counters as Weh (2012, section 2.4 and appendix C.2) exports them: JSON
 * `{timestamp, sampledata: [{queueId, inCount, outCount, timestamp}]}`, one, a list, or one per line; or the dump of the
 * same with a line `inCount = 3999` for each field.
 */

import { UNNAMED_QUEUE } from '../contract.ts';
import { cellText, isObject } from '../json-tables.ts';
import type { Place } from '../measurement-fault.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { EXACT_DIGITS, MOST_TIME_DIGITS, type TimeBase, TimeScale } from '../stream/time-base.ts';
import { parsed } from './qtm-json.ts';
import { RowDoor } from './row-door.ts';

const FIELDS = ['queueId', 'timestamp', 'inCount', 'outCount'] as const;
const COUNT = new RegExp(`^\\d{1,${EXACT_DIGITS}}$`);
const WHOLE = { timestamp: new RegExp(`^\\d{1,${MOST_TIME_DIGITS}}$`), inCount: COUNT, outCount: COUNT };
type Sample = Readonly<Record<(typeof FIELDS)[number], unknown>>;

/** Takes samples in either form. Times in ns. */
class SampleDoor {
  private readonly door: RowDoor;
  private readonly scale: TimeScale;

  constructor(
    private readonly intake: Intake,
    private readonly placeOf: (row: number) => Place,
  ) {
    this.door = new RowDoor(intake, 'counters', placeOf);
    this.scale = nanoseconds(intake.time);
  }

  take(sample: Partial<Sample>, number: number): void {
    const texts = FIELDS.map((field) => cellText(sample[field]) ?? '');
    const [queue, timestamp, inCount, outCount] = texts as [string, string, string, string];
    const time = this.scale.parse(timestamp, false);
    const wrong = FIELDS.find(
      (field, index) => texts[index] === '' || (field !== 'queueId' && !WHOLE[field].test(texts[index]!)),
    );
    if (wrong !== undefined || time === undefined) {
      const column = wrong ?? 'timestamp';
      this.intake.faults.add(
        'E01',
        `a sample needs queueId, timestamp, inCount and outCount, integers >= 0 of at most ${column === 'timestamp' ? MOST_TIME_DIGITS : EXACT_DIGITS} digits; ${column} is not`,
        {
          place: this.placeOf(number),
          column,
          value: texts[FIELDS.indexOf(column)]!,
        },
      );
    } else this.door.take(queue, [time, Number(inCount), Number(outCount)], number);
  }
}

export class WehJson implements JsonTaker {
  private readonly samples: SampleDoor;
  private number = 0;

  constructor(private readonly intake: Intake) {
    this.samples = new SampleDoor(intake, (row) => ({ path: `sample ${row}` }));
  }

  element(_key: string, _index: number, text: string): void {
    this.event(parsed(text), text);
  }

  /** The time of the event itself; each sample has its own. */
  value(): void {}

  takeLine(text: string): void {
    if (text.trim() !== '') this.event(parsed(text), text);
  }

  end(): void {}

  private event(value: unknown, text: string): void {
    const { sampledata, sd } = isObject(value) ? value : {};
    const samples = sampledata ?? sd ?? [value];
    if (!isObject(value) || !Array.isArray(samples)) {
      this.intake.faults.add('E01', 'expected a sample, or an event with a list of samples; it is left out', {
        place: { path: `sample ${this.number}` },
        value: text,
      });
      return;
    }
    for (const sample of samples) {
      this.samples.take((sample ?? {}) as Partial<Sample>, this.number);
      this.number += 1;
    }
  }
}

/** The dump: a sample is complete when all of its fields were given, in any order. */
export class WehDump {
  private readonly samples: SampleDoor;
  private fields: Partial<Record<(typeof FIELDS)[number], string>> = {};
  private line = 0;

  constructor(intake: Intake) {
    this.samples = new SampleDoor(intake, (line) => ({ line }));
  }

  takeLine(text: string): void {
    this.line += 1;
    const [, name, value] = /^\s*(\w+)\s*=\s*(\S+?),?\s*$/.exec(text) ?? [];
    if (/^\s*(-+|[\]}].*)\s*$/.test(text)) this.close();
    const field = FIELDS.find((known) => known === name);
    if (field === undefined || value === undefined || value === '{') return;
    // The time of a whole event stands before its samples; the one of a sample comes again inside.
    this.fields[field] = value;
  }

  end(): void {
    this.close();
  }

  private close(): void {
    const { inCount, outCount, queueId } = this.fields;
    if (inCount !== undefined || outCount !== undefined || queueId !== undefined)
      this.samples.take({ queueId: UNNAMED_QUEUE, ...this.fields }, this.line);
    this.fields = {};
  }
}

export const nanoseconds = (time: TimeBase): TimeScale => new TimeScale(time, 1e9);
