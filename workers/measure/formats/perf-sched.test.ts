/** What perf prints of Linux's scheduler, against stays that are known. */
import { describe, expect, it } from 'vitest';
import { codesOf, queueOf, reduceText } from '../reduce.test-support.ts';

const HEAD = [
  'Samples of sched_switch event do not have callchains.',
  '           time    cpu  task name                       wait time  sch delay   run time',
  '                        [tid/pid]                          (msec)     (msec)     (msec)',
  '--------------- ------  ------------------------------  ---------  ---------  ---------',
];
const row = (time: string, cpu: number, task: string, times: string, more = '') =>
  `  ${time} [${String(cpu).padStart(4, '0')}]  ${task.padEnd(30)}  ${times}${more}`;

describe('the table of perf sched timehist', () => {
  it('gives a stay at a processor from the wake-up to the end of the run', async () => {
    const read = await reduceText(
      [
        ...HEAD,
        row('79371.874569', 11, 'gcc[31949]', '    0.014      0.000      1.148'),
        row('79371.874570', 11, '<idle>', '    1.148      0.000      0.035'),
        row('79371.874591', 10, 'gcc -c a b[31951/31940]', '    0.000      0.000      0.000'),
        row('79371.874603', 10, 'migration/10[59]', '    3.350      0.004      0.011'),
        row('79371.874746', 11, 'gcc[31949]', '    0.153      0.078      0.022'),
        row('79371.874760', 11, 's   gcc[31949]', '    0.010      0.001      0.003', '  main <- start'),
        '  79371.874770 [0011]       gcc[31949]                      awakened: perf[14570]',
      ].join('\n'),
    );
    expect(read.format).toBe('perf-sched');
    expect(codesOf(read)).toEqual({ W30: 1, W36: 1 });
    expect(queueOf(read, 'cpu 11').latency).toMatchObject({
      total: 3,
      mean: expect.closeTo((1.148 + 0.1 + 0.004) / 3e3, 12),
    });
    expect(queueOf(read, 'cpu 10').latency).toMatchObject({ total: 1, mean: expect.closeTo(15e-6, 12) });
  });

  it('joins the runs of a task that was interrupted, where it tells the state', async () => {
    const read = await reduceText(
      [
        `${HEAD[1]}  state`,
        row('10.001000', 0, 'a[7]', '    0.000      0.200      0.500', '      R'),
        row('10.002000', 0, 'b[8]', '    0.000      0.300      1.000', '      S'),
        row('10.002400', 0, 'a[7]', '    1.000      0.000      0.400', '      S'),
      ].join('\n'),
    );
    expect(codesOf(read)).toEqual({});
    const { latency } = queueOf(read, 'cpu 0');
    expect(latency).toMatchObject({ total: 2, mean: expect.closeTo((0.0021 + 0.0013) / 2, 12) });
  });

  it('refuses a row without its times, with its line', async () => {
    const whole = row('10.001000', 0, 'a[7]', '    0.000      0.200      0.500', '      S');
    const read = await reduceText([...HEAD, '  79371.874569 [0011]  gcc[31949]   0.014', whole].join('\n'));
    expect(read.faults.shown).toEqual([expect.objectContaining({ code: 'E01', line: 5 })]);
  });
});

/** Tasks that are woken up and sleep at random, round robin on two processors; where and how long each stayed. */
function schedule(short: boolean, next: () => number) {
  const lines: string[] = ['# cmdline : /usr/bin/perf sched record -- sleep 1', ''];
  const stays: { readonly cpu: number; readonly time: number }[] = [];
  const queues: number[][] = [[], []];
  const tasks = Array.from({ length: 6 }, () => ({ cpu: -1, since: 0, left: 0 }));
  let now = 991_962_000_000_000;
  const stamp = () => `${Math.floor(now / 1e9)}.${String(now % 1e9).padStart(9, '0')}`;
  const say = (cpu: number, event: string, words: string) =>
    lines.push(`   a task ${cpu} [00${cpu}] ${stamp()}:   sched:${event}: ${words}`);
  const wakeUp = (task: number, cpu: number) => {
    Object.assign(tasks[task]!, { cpu, since: now, left: 1 + Math.floor(3 * next()) });
    queues[cpu]!.push(task);
    const number = 100 + task;
    say(cpu, 'sched_waking', `comm=t ${task} pid=${number} prio=120 target_cpu=00${cpu}`);
    say(
      cpu,
      'sched_wakeup',
      short
        ? `t ${task}:${number} [120] success=1 CPU:00${cpu}`
        : `comm=t ${task} pid=${number} prio=120 target_cpu=00${cpu}`,
    );
  };
  const move = (task: number, cpu: number) => {
    const known = tasks[task]!;
    stays.push({ cpu: known.cpu, time: now - known.since });
    queues[known.cpu] = queues[known.cpu]!.filter((one) => one !== task);
    const [from, number] = [known.cpu, 100 + task];
    say(
      from,
      'sched_migrate_task',
      short
        ? `t ${task}:${number} [120] ${from} => ${cpu}`
        : `comm=t ${task} pid=${number} prio=120 orig_cpu=${from} dest_cpu=${cpu}`,
    );
    Object.assign(known, { cpu, since: now });
    queues[cpu]!.push(task);
  };
  const slice = (cpu: number) => {
    const [task, ...others] = queues[cpu]!;
    if (task === undefined) return;
    const known = tasks[task]!;
    known.left -= 1;
    const isDone = known.left === 0;
    queues[cpu] = isDone ? others : [...others, task];
    const state = isDone ? 'S' : 'R+';
    const after = queues[cpu]![0];
    const to = after === undefined ? 0 : 100 + after;
    say(
      cpu,
      'sched_switch',
      short
        ? `t ${task}:${100 + task} [120] ${state} ==> x:${to} [120]`
        : `prev_comm=t ${task} prev_pid=${100 + task} prev_prio=120 prev_state=${state} ==> next_comm=x next_pid=${to} next_prio=120`,
    );
    if (!isDone) return;
    stays.push({ cpu, time: now - known.since });
    known.cpu = -1;
  };
  for (let step = 0; step < 400; step++) {
    now += 1 + Math.floor(1e6 * next());
    const asleep = tasks.findIndex(({ cpu }) => cpu < 0);
    const awake = tasks.findIndex(({ cpu }) => cpu >= 0);
    const dice = next();
    if (dice < 0.4 && asleep >= 0) wakeUp(asleep, Math.floor(2 * next()));
    else if (dice < 0.5 && awake >= 0 && queues[tasks[awake]!.cpu]![0] !== awake)
      move(awake, 1 - tasks[awake]!.cpu);
    else slice(Math.floor(2 * next()));
  }
  return { lines, stays, awake: tasks.filter(({ cpu }) => cpu >= 0).length };
}

describe('the events of perf sched script', () => {
  it.each([
    { form: 'with names', short: false },
    { form: 'short', short: true },
  ])('give the stays of tasks that are woken up, interrupted and moved, $form', async ({ short }) => {
    let seed = 5;
    const next = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const { lines, stays, awake } = schedule(short, next);
    expect(awake).toBeGreaterThan(0);
    const read = await reduceText(lines.join('\n'));
    expect(read.format).toBe('perf-sched');
    expect(codesOf(read)).toEqual({ W30: 1 });
    for (const cpu of [0, 1]) {
      const here = stays.filter((stay) => stay.cpu === cpu);
      expect(here.length).toBeGreaterThan(30);
      const mean = here.reduce((sum, { time }) => sum + time, 0) / here.length / 1e9;
      const { latency } = queueOf(read, `cpu ${cpu}`);
      expect(latency).toMatchObject({ total: here.length, mean: expect.closeTo(mean, 12) });
    }
  });

  it('leaves out tasks that were there before, and says so; an event without its fields is refused', async () => {
    const at = (time: string, words: string) => `  cc1 16819 [002] ${time}:       sched:${words}`;
    const read = await reduceText(
      [
        at('991962.918368', 'sched_wakeup_new: comm=sh pid=17030 prio=120 target_cpu=002'),
        at(
          '991962.948070',
          'sched_switch: prev_comm=cc1 prev_pid=16819 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=17030 next_prio=120',
        ),
        at(
          '991962.950070',
          'sched_switch: prev_comm=sh prev_pid=17030 prev_prio=120 prev_state=X ==> next_comm=swapper/2 next_pid=0 next_prio=120',
        ),
        at('991962.950090', 'sched_wakeup: comm=sh'),
      ].join('\n'),
    );
    expect(codesOf(read)).toEqual({ W30: 1, E01: 1 });
    expect(queueOf(read, 'cpu 2').latency).toMatchObject({ total: 1, mean: expect.closeTo(0.031702, 12) });
  });
});
