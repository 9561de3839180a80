import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '../../core/base/result.ts';
import {
  createRun,
  holdTold,
  isStale,
  type RunOptions,
  resetRuns,
  type Telling,
  whenLetGo,
} from './create-run.ts';
import { WorkerDied } from './worker-bridge.ts';

interface Call {
  readonly question: string;
  readonly tell: Telling<number, string>;
  readonly answer: (outcome: Result<number, string>) => void;
  readonly fail: (reason: unknown) => void;
}

/** A client that answers when the test says so, and rejects when it is aborted, as a worker's does. */
function heldRun(options: Partial<RunOptions<string, number, string, string>> = {}) {
  const calls: Call[] = [];
  const run = createRun<string, number, string>({
    name: 'test',
    key: (question) => `key of ${question}`,
    ask: (question, tell) =>
      new Promise((answer, fail) => {
        tell.signal.addEventListener('abort', () => fail(new DOMException('Cancelled', 'AbortError')));
        calls.push({ question, tell, answer, fail });
      }),
    lost: (message, question) => `${question} stopped: ${message}`,
    ...options,
  });
  return { run, calls, questions: () => calls.map(({ question }) => question) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => vi.useRealTimers();
});

describe('a run', () => {
  it('is idle, runs at once when it is asked, and ends with its answer', async () => {
    const { run, calls } = heldRun();
    expect(run.get()).toEqual({ status: 'idle', incidents: [] });
    const asked = run.ask('a');
    expect(run.get()).toMatchObject({ status: 'running', key: 'key of a' });
    expect(run.isBusy()).toBe(true);
    calls[0]!.answer(ok(1));
    await asked;
    expect(run.get()).toMatchObject({ status: 'done', answer: 1, answerKey: 'key of a' });
    expect(run.isBusy()).toBe(false);
  });

  it('shows progress and partial answers at once, later ones put together ten times a second', async () => {
    const { run, calls } = heldRun();
    const seen: (string | undefined)[] = [];
    run.use.subscribe(({ progress }) => seen.push(progress));
    const asked = run.ask('a');
    const { tell, answer } = calls[0]!;
    tell.progress('1');
    tell.progress('2');
    tell.partial(5);
    tell.progress('3');
    expect(run.get()).toMatchObject({ status: 'running', progress: '1' });
    expect(run.get().answer).toBeUndefined();
    vi.advanceTimersByTime(100);
    expect(run.get()).toMatchObject({ progress: '3', answer: 5, answerKey: 'key of a' });
    expect(seen).toEqual([undefined, '1', '3']);
    answer(ok(6));
    await asked;
    expect(run.get()).toMatchObject({ status: 'done', answer: 6 });
    expect(run.get().progress).toBeUndefined();
  });

  it('shows what it is told only when every hand has let go, and its answer at once', async () => {
    const { run, calls } = heldRun();
    const asked = run.ask('a');
    const { tell, answer } = calls[0]!;
    const [letGo, letGoToo] = [holdTold(), holdTold()];
    let isFree = false;
    const free = whenLetGo().then(() => {
      isFree = true;
    });
    tell.partial(5);
    vi.advanceTimersByTime(1000);
    expect(run.get().answer).toBeUndefined();
    letGo();
    letGo();
    await Promise.resolve();
    expect([run.get().answer, isFree]).toEqual([undefined, false]);
    letGoToo();
    await free;
    expect(run.get()).toMatchObject({ status: 'running', answer: 5 });
    const again = holdTold();
    tell.partial(6);
    answer(ok(7));
    await asked;
    expect(run.get()).toMatchObject({ status: 'done', answer: 7 });
    again();
    expect(run.get().answer).toBe(7);
  });

  it('keeps what there is when it is stopped, and hears nothing more', async () => {
    const { run, calls } = heldRun();
    const asked = run.ask('a');
    const { tell, answer } = calls[0]!;
    tell.progress('1');
    tell.partial(5);
    run.stop();
    expect(run.get()).toMatchObject({ status: 'stopped', answer: 5, answerKey: 'key of a', progress: '1' });
    expect(tell.signal.aborted).toBe(true);
    tell.partial(7);
    answer(ok(8));
    await asked;
    expect(run.get()).toMatchObject({ status: 'stopped', answer: 5 });
  });

  it('stopping leaves one that is not running as it is', async () => {
    const { run, calls } = heldRun();
    const asked = run.ask('a');
    calls[0]!.answer(ok(1));
    await asked;
    run.stop();
    expect(run.get().status).toBe('done');
  });

  it('ignores the late reply of an overtaken question', async () => {
    const replies: ((outcome: Result<number, string>) => void)[] = [];
    const { run } = heldRun({ ask: () => new Promise((reply) => replies.push(reply)) });
    const first = run.ask('a');
    const second = run.ask('b');
    replies[1]!(ok(2));
    await second;
    replies[0]!(ok(1));
    await first;
    expect(run.get()).toMatchObject({ status: 'done', key: 'key of b', answer: 2 });
  });

  it('is stale until the answer to what is wanted now is there', async () => {
    const { run, calls } = heldRun();
    const first = run.ask('a');
    calls[0]!.answer(ok(1));
    await first;
    expect(isStale(run.get(), 'key of a')).toBe(false);
    expect(isStale(run.get(), 'key of b')).toBe(true);
    const second = run.ask('b');
    expect(run.get()).toMatchObject({ status: 'running', answer: 1 });
    expect(isStale(run.get(), 'key of b')).toBe(true);
    calls[1]!.answer(ok(2));
    await second;
    expect(isStale(run.get(), 'key of b')).toBe(false);
  });

  it('says why it failed, beside the answer of before, and forgets that with the next answer', async () => {
    const { run, calls } = heldRun();
    for (const [i, outcome] of [ok(1), err('no'), ok(3)].entries()) {
      const asked = run.ask(String(i));
      calls[i]!.answer(outcome);
      await asked;
      if (i === 1)
        expect(run.get()).toMatchObject({
          status: 'failed',
          failure: 'no',
          answer: 1,
          answerKey: 'key of 0',
        });
    }
    expect(run.get()).toMatchObject({ status: 'done', answer: 3 });
    expect(run.get().failure).toBeUndefined();
  });

  it('drops the answer of before where the failure says that it is none', async () => {
    const { run, calls } = heldRun();
    const first = run.ask('a');
    calls[0]!.answer(ok(1));
    await first;
    const second = run.ask('b');
    calls[1]!.tell.dropAnswer();
    calls[1]!.answer(err('no'));
    await second;
    expect(run.get().answer).toBeUndefined();
  });

  it('says that the worker was lost, and of one that was replaced', async () => {
    const { run, calls } = heldRun();
    const asked = run.ask('a');
    calls[0]!.tell.workerLost('It fell. Another took over.');
    calls[0]!.tell.workerLost('It fell. Another took over.');
    calls[0]!.fail(new WorkerDied('out of memory'));
    await asked;
    expect(run.get()).toMatchObject({
      status: 'failed',
      failure: 'a stopped: out of memory',
      incidents: ['It fell. Another took over.'],
    });
  });

  it('follows: the same question is asked once, another anew', async () => {
    const { run, calls, questions } = heldRun();
    const first = run.follow('a');
    await run.follow('a');
    calls[0]!.answer(ok(1));
    await first;
    await run.follow('a');
    void run.follow('b');
    expect(questions()).toEqual(['a', 'b']);
  });

  it('rests before it asks: of questions in a row only the last is asked', async () => {
    const { run, questions } = heldRun({ rest: 30 });
    void run.ask('a');
    await vi.advanceTimersByTimeAsync(20);
    void run.ask('b');
    await vi.advanceTimersByTimeAsync(29);
    expect(questions()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(questions()).toEqual(['b']);
  });

  it('gives a question its time before it gives way to the newest', async () => {
    const { run, calls, questions } = heldRun({ giveWay: 300 });
    void run.ask('a');
    await vi.advanceTimersByTimeAsync(100);
    void run.ask('b');
    void run.ask('c');
    await vi.advanceTimersByTimeAsync(199);
    expect(calls[0]!.tell.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls[0]!.tell.signal.aborted).toBe(true);
    expect(questions()).toEqual(['a', 'c']);
    void run.ask('d');
    calls[1]!.answer(ok(3));
    await vi.advanceTimersByTimeAsync(0);
    expect(run.get()).toMatchObject({ status: 'running', key: 'key of d', answer: 3 });
  });

  it('is late when it takes longer than it usually does', async () => {
    const { run } = heldRun({ lateAfter: 150 });
    void run.ask('a');
    vi.advanceTimersByTime(149);
    expect(run.get()).not.toHaveProperty('late');
    vi.advanceTimersByTime(1);
    expect(run.get()).toMatchObject({ status: 'running', late: true });
    // The answer shown does not become fresh by asking anew.
    void run.ask('b');
    expect(run.get()).toMatchObject({ status: 'running', key: 'key of b', late: true });
  });

  it('starts without the answer of before where that would be taken for its own', async () => {
    const { run, calls } = heldRun({ startsEmpty: true });
    const asked = run.ask('a');
    calls[0]!.answer(ok(1));
    await asked;
    void run.ask('b');
    expect(run.get().answer).toBeUndefined();
  });

  it('is forgotten with all others', async () => {
    const { run, calls } = heldRun();
    const asked = run.ask('a');
    calls[0]!.tell.partial(1);
    resetRuns();
    calls[0]!.answer(ok(1));
    await asked;
    expect(run.get()).toEqual({ status: 'idle', incidents: [] });
  });
});

describe('a run that ended without an answer', () => {
  it('says whether its worker was lost or it was refused', async () => {
    const { run, calls } = heldRun();
    for (const [i, end] of [
      () => calls[0]!.answer(err('no')),
      () => calls[1]!.fail(new WorkerDied('out of memory')),
    ].entries()) {
      const over = run.ask('a');
      end();
      await over;
      expect('lost' in run.get()).toBe(i === 1);
    }
  });

  it('is lost when it was given up, and keeps what it had', async () => {
    const { run, calls } = heldRun();
    const over = run.ask('a');
    calls[0]!.tell.partial(1);
    run.giveUp('it was ended');
    await over;
    expect(calls[0]!.tell.signal.aborted).toBe(true);
    expect(run.get()).toMatchObject({
      ...{ status: 'failed', lost: true, answer: 1 },
      failure: 'a stopped: it was ended',
    });
  });

  it('is left as it is when it has ended before it is given up', async () => {
    const { run, calls } = heldRun();
    const over = run.ask('a');
    calls[0]!.answer(ok(1));
    await over;
    run.giveUp('it was ended');
    expect(run.get()).toMatchObject({ status: 'done', answer: 1 });
  });
});
