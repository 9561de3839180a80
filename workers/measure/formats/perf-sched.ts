/**
 * What Linux's scheduler did, as perf prints it: the table of `perf sched timehist`, or the events of `perf sched script` and `perf script`
 * (`sched_wakeup`, `sched_switch`, `sched_migrate_task`). Each processor is a queue: a task comes when it is woken up, and leaves when
 * it sleeps again; while it is interrupted by another it stays. One that is moved leaves the one queue for the other.
 */
import type { Intake } from '../reduce/intake.ts';
import { TimeScale } from '../stream/time-base.ts';
import { RowDoor } from './row-door.ts';

const STAMP = String.raw`(\d+)\.(\d{6,9})`;
/** time [cpu] (marks of each processor) task[tid/pid] wait delay run (state) (more) */
const ROW = new RegExp(
  String.raw`^\s*${STAMP}\s+\[(\d+)\]\s+(\S.*?)\s+(\d+\.\d{3})\s+(\d+\.\d{3})\s+(\d+\.\d{3})(?:\s+([A-Z]\S*))?(?:\s|$)`,
);
const HEAD = /^\s*time\s+cpu\b.*\btask name\b.*\brun\s?time\b/;
const EVENT = new RegExp(
  String.raw`^\s*(?:\S.*?\s)?\[\d+\]\s+(?:\S{4,5}\s+)?${STAMP}:\s+(?:\d+\s+)?(?:sched:)?(sched_\w+):\s(.*)$`,
);
const LIKE_ROW = /^\s*\d+\.\d{6,9}\s+\[\d+\]/;
/** Rows of `timehist -w`, `-M` and `-n` that tell of something else than a run. */
const NOTE = /\b(?:awakened|migrated|next):/;
const THREAD = /\[(\d+)(?:\/\d+)?\]$/;
const SWITCH =
  /^prev_comm=.*? prev_pid=(\d+) prev_prio=-?\d+ prev_state=(\S+) ==> next_comm=.*? next_pid=(\d+)\b/;
const SHORT_SWITCH = /^.*:(\d+) \[-?\d+\] (\S+) ==> .*:(\d+) \[-?\d+\]/;
const WAKEUP = /^comm=.*? pid=(\d+) prio=-?\d+ (?:success=\d )?target_cpu=(\d+)\b/;
const SHORT_WAKEUP = /^.*:(\d+) \[-?\d+\] (?:success=\d )?CPU:(\d+)\b/;
const MIGRATION = /^comm=.*? pid=(\d+) prio=-?\d+ orig_cpu=\d+ dest_cpu=(\d+)\b/;
const SHORT_MIGRATION = /^.*:(\d+) \[-?\d+\] \d+ => (\d+)\b/;
/** How each event is printed: with names, or short. The thread, then its state or processor, then who runs next. */
const FORMS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  sched_switch: [SWITCH, SHORT_SWITCH],
  sched_wakeup: [WAKEUP, SHORT_WAKEUP],
  sched_wakeup_new: [WAKEUP, SHORT_WAKEUP],
  sched_migrate_task: [MIGRATION, SHORT_MIGRATION],
};
/** Lines of the head of a file in which the first row must stand. */
const LOOKED_AT = 400;
/** More do not fit into memory. */
const MOST_TASKS = 4_000_000;
const NS_PER_MS = 1e6;

export const isPerfSched = (text: string): boolean =>
  text
    .split(/\r?\n/, LOOKED_AT)
    .some((line) => HEAD.test(line) || /^sched_(switch|wakeup)/.test(EVENT.exec(line)?.[3] ?? ''));

/** The queue that a task is in, waiting or running, and since when. */
interface Stay {
  readonly cpu: number;
  readonly since: number;
}

export class PerfSched {
  private readonly scale: TimeScale;
  private readonly visits: RowDoor;
  private line = 0;
  /** By thread. */
  private readonly stays = new Map<string, Stay>();
  /** Threads that were there before the file began, or whose beginning is not told. */
  private readonly unbegun = new Set<string>();
  /** Rows of `timehist` that do not tell whether the task slept or was interrupted. */
  private stateless = 0;

  constructor(private readonly intake: Intake) {
    this.scale = new TimeScale(intake.time, 1e9);
    this.visits = new RowDoor(intake, 'visits', (line) => ({ line }));
  }

  takeLine(text: string): void {
    this.line += 1;
    const row = ROW.exec(text);
    if (row) {
      this.takeRow(row, text);
      return;
    }
    const [, seconds, decimals, event, rest] = EVENT.exec(text) ?? [];
    if (event !== undefined) this.takeEvent(event, this.timeOf(seconds!, decimals!), rest!, text);
    else if (LIKE_ROW.test(text) && !NOTE.test(text))
      this.refuse(
        text,
        'expected the wait time, the delay and the run time of a task, in ms with three decimals',
      );
  }

  end(): void {
    const { faults } = this.intake;
    if (this.unbegun.size > 0)
      faults.add(
        'W30',
        `${this.unbegun.size} tasks were there before the file begins; they count from their next wake-up on`,
      );
    if (this.stays.size > 0)
      faults.add(
        'W30',
        `${this.stays.size} tasks have not gone to sleep when the file ends; they are left out`,
      );
    if (this.stateless > 0)
      faults.add(
        'W36',
        'this table does not tell which tasks were interrupted, and what they waited to go on: levels and times are without it; `perf sched timehist --state` or `perf sched script` tell it',
      );
  }

  /** A run of a task that has just ended. What was interrupted is still in the queue since it came. */
  private takeRow(
    [, seconds, decimals, cpu, task, , delay, ran, state]: RegExpExecArray,
    text: string,
  ): void {
    if (task!.endsWith('<idle>')) return;
    const thread = THREAD.exec(task!)?.[1];
    if (thread === undefined) {
      this.refuse(text, 'expected a task with its number in brackets');
      return;
    }
    const now = this.timeOf(seconds!, decimals!);
    const [waited, run] = [NS_PER_MS * Number(delay), NS_PER_MS * Number(ran)];
    const known = this.stays.get(thread)?.since;
    if (known === undefined && waited + run === 0) {
      this.unbegun.add(thread);
      return;
    }
    const stay = { cpu: Number(cpu), since: known ?? now - run - waited };
    if (state === undefined) this.stateless += 1;
    if (state?.startsWith('R')) this.come(thread, stay);
    else this.leave(thread, stay, now);
  }

  private takeEvent(event: string, now: number, rest: string, text: string): void {
    const forms = FORMS[event];
    if (!forms) return;
    const [, thread, word, next] = forms[0].exec(rest) ?? forms[1].exec(rest) ?? [];
    if (thread === undefined) {
      this.refuse(text, `expected the fields of ${event} as perf prints them`);
      return;
    }
    const stay = this.stays.get(thread);
    if (event === 'sched_switch') {
      // Nobody waits with the idle task; who still could run stays in the queue.
      if (thread !== '0' && !stay) this.unbegun.add(thread);
      if (stay && !word!.startsWith('R')) this.leave(thread, stay, now);
      if (next !== '0' && !this.stays.has(next!)) this.unbegun.add(next!);
    } else if (event === 'sched_migrate_task') {
      if (!stay || stay.cpu === Number(word)) return;
      this.leave(thread, stay, now);
      this.come(thread, { cpu: Number(word), since: now });
    } else if (!stay) this.come(thread, { cpu: Number(word), since: now });
  }

  private timeOf(seconds: string, decimals: string): number {
    return this.scale.at(Number(seconds), Number(decimals.padEnd(9, '0')));
  }

  private come(thread: string, stay: Stay): void {
    if (this.stays.size < MOST_TASKS || this.stays.has(thread)) this.stays.set(thread, stay);
    else
      this.intake.faults.add('E20', `more than ${MOST_TASKS} tasks at once; this one is left out`, {
        ...{ place: { line: this.line }, value: thread },
      });
  }

  private leave(thread: string, { cpu, since }: Stay, now: number): void {
    this.stays.delete(thread);
    this.visits.take(`cpu ${cpu}`, [since, now], this.line);
  }

  private refuse(text: string, message: string): void {
    this.intake.faults.add('E01', `${message}; the line is left out`, {
      ...{ place: { line: this.line }, value: text },
    });
  }
}
