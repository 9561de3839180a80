/**
 * Access logs of web servers in the common and the combined format:
 * `192.0.2.7 - - [10/Oct/2026:13:55:36 +0200] "GET /cart HTTP/1.1" 200 2326 "-" "agent" 0.052`.
 * A time in seconds with three decimals behind the rest, or as rt= or request_time=, is nginx's $request_time, and the stamp is then the end of the
 * request. Whole numbers there may be seconds, milliseconds or microseconds, and are not used.
 */
import type { Intake } from '../reduce/intake.ts';
import { TimeScale } from '../stream/time-base.ts';
import { KINDS } from './mapped-layout.ts';
import { RowDoor } from './row-door.ts';

const LINE =
  /^\S+ \S+ .*?\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)\] "(?:[^"\\]|\\.)*" (?:\d{3}|-) (?:\d+|-)(.*)$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const REQUEST_TIME = /(?:^|\s|\b(?:rt|request_time)=)"?(\d+\.\d{3})"?(?=\s|$)/;
const WHOLE_NUMBER = /\s"?\d+"?\s*$/;
const REQUESTS = 'requests';

export const isAccessLog = (text: string): boolean => LINE.test(text.split('\n', 1)[0]!.trimEnd());

export class AccessLog {
  private readonly scale: TimeScale;
  private readonly arrivals: RowDoor;
  private readonly visits: RowDoor;
  private line = 0;
  private rows = 0;
  private unclear = 0;
  private readonly place = (line: number) => ({ line });
  /** Either all lines tell how long their request took, or none is believed to. */
  private isTimed: boolean | undefined;

  constructor(private readonly intake: Intake) {
    this.scale = new TimeScale(intake.time, 1e9);
    this.arrivals = new RowDoor(intake, 'events', this.place);
    this.visits = new RowDoor(intake, 'visits', this.place);
  }

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '') return;
    const [, day, month, year, time, hours, minutes, rest = ''] = LINE.exec(text.trimEnd()) ?? [];
    const at =
      month !== undefined && MONTHS.includes(month)
        ? Date.parse(
            `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`,
          )
        : Number.NaN;
    if (!(at >= 0)) {
      this.refuse(text, 'expected a line of the common or combined log format');
      return;
    }
    const took = REQUEST_TIME.exec(rest)?.[1];
    this.isTimed ??= took !== undefined;
    if (this.isTimed && took === undefined) {
      this.refuse(text, 'expected the time of the request, in seconds with three decimals, as above');
      return;
    }
    if (!this.isTimed && WHOLE_NUMBER.test(rest)) this.unclear += 1;
    this.rows += 1;
    const stamp = this.scale.at(at / 1000, 0);
    if (this.isTimed) this.visits.take(REQUESTS, [stamp - 1e9 * Number(took), stamp], this.line);
    else this.arrivals.take(REQUESTS, [stamp, KINDS.I], this.line);
  }

  end(): void {
    if (this.rows === 0) return;
    const also = this.isTimed
      ? 'mean occupancy and latency hold, the histogram of occupancy only where requests take much longer'
      : 'rates hold, gaps between arrivals and bursts within a second do not';
    this.intake.faults.add('W31', `the times of this log are whole seconds: ${also}`);
    if (this.unclear > 0)
      this.intake.faults.add(
        'W31',
        `${this.unclear} lines end with a whole number, which may be a time in s, ms or µs: it is not used`,
      );
  }

  private refuse(text: string, message: string): void {
    this.intake.faults.add('E01', `${message}; the line is left out`, {
      place: { line: this.line },
      value: text,
    });
  }
}
