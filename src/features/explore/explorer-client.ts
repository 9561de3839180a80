/** Explores with a worker for each core: points are shared out in ranges; a worker that dies loses only what it had not told yet. */
import { proxy } from 'comlink';
import { missingRanges, type PointRange } from '../../../core/study/point-ranges.ts';
import type { Study } from '../../../core/study/study.ts';
import type {
  ExplorerService,
  PointBatch,
  StudyFaults,
  StudyTable,
} from '../../../workers/explore/contract.ts';
import { type Client, createClient, workersWanted } from '../../run/create-client.ts';
import { type BridgedWorker, isAbort, WorkerBridge, WorkerDied } from '../../run/worker-bridge.ts';

/** A worker that dies so often without a point in between is given up. */
const MOST_DEATHS = 3;
/** Batches that are later than the end of their exploration by this are lost, ms. */
const LATEST = 1000;

export interface Exploration {
  readonly study: Study;
  /** Points that are wanted. */
  readonly ranges: readonly PointRange[];
  readonly signal: AbortSignal;
  /** Each point comes once, in no certain order. */
  readonly onBatch: (batch: PointBatch) => void;
  /** A worker died; its points are made again. */
  readonly onRestart: (reason: string) => void;
}

export class ExplorerClient {
  private readonly bridges: readonly WorkerBridge<ExplorerService>[];
  /** For questions with one answer, which need not wait for points. */
  readonly asked: Client<ExplorerService>;
  private gate: { readonly opened: Promise<void>; readonly open: () => void } | undefined;

  constructor(size = workersWanted(), create: () => BridgedWorker = startWorker) {
    this.bridges = Array.from({ length: size }, () => new WorkerBridge<ExplorerService>({ create }));
    this.asked = createClient<ExplorerService>(create);
  }

  plan(study: Study, signal: AbortSignal | undefined): Promise<StudyTable | StudyFaults> {
    return this.bridges[0]!.call((worker) => worker.plan(study), {
      ...(signal && { signal }),
      cancel: () => undefined,
    });
  }

  /** Resolves when all points were told. Rejects with the abort reason, or with WorkerDied when workers keep dying. */
  async explore(exploration: Exploration): Promise<void> {
    this.resume();
    const shares = new PointShares(exploration.ranges, this.bridges.length);
    await Promise.all(this.bridges.map((bridge) => this.work(bridge, exploration, shares)));
  }

  /** No further batches are begun until `resume`. */
  pause(): void {
    if (this.gate) return;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.gate = { opened, open };
    this.tell((worker) => worker.pause());
  }

  resume(): void {
    if (!this.gate) return;
    this.gate.open();
    this.gate = undefined;
    this.tell((worker) => worker.resume());
  }

  /** Ends the workers. */
  dispose(): void {
    for (const bridge of [...this.bridges, this.asked]) bridge.dispose();
  }

  private async work(
    bridge: WorkerBridge<ExplorerService>,
    exploration: Exploration,
    shares: PointShares,
  ): Promise<void> {
    for (;;) {
      await this.gate?.opened;
      const share = shares.take();
      if (share.length === 0) return;
      await this.makeAll(bridge, exploration, share, (points) => shares.count(points));
    }
  }

  /** A share, however often its worker dies on the way. */
  private async makeAll(
    bridge: WorkerBridge<ExplorerService>,
    exploration: Exploration,
    share: readonly PointRange[],
    count: (points: number) => void,
  ): Promise<void> {
    const told: PointRange[] = [];
    const missing = (): readonly PointRange[] => share.flatMap((range) => missingIn(range, told));
    for (let deaths = 0; missing().length > 0; ) {
      const before = told.length;
      try {
        await this.make(bridge, exploration, missing(), (batch) => {
          told.push({ from: batch.from, to: batch.to });
          count(batch.to - batch.from);
          exploration.onBatch(batch);
        });
      } catch (reason) {
        if (isAbort(reason) || !(reason instanceof WorkerDied) || exploration.signal.aborted) throw reason;
        deaths = told.length > before ? 1 : deaths + 1;
        if (deaths >= MOST_DEATHS) throw reason;
        exploration.onRestart(reason.message);
      }
    }
  }

  private async make(
    bridge: WorkerBridge<ExplorerService>,
    { study, signal }: Exploration,
    ranges: readonly PointRange[],
    onBatch: (batch: PointBatch) => void,
  ): Promise<void> {
    // What a dead worker had still under way must not come after its points were given to another.
    let open = true;
    let awaited = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
    let arrived: () => void = () => undefined;
    const all = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const take = proxy((batch: PointBatch) => {
      if (!open || signal.aborted) return;
      onBatch(batch);
      awaited -= batch.to - batch.from;
      if (awaited === 0) arrived();
    });
    try {
      const end = await bridge.call((worker) => worker.explore(study, ranges, take), {
        signal,
        cancel: (worker) => worker.cancel(),
      });
      if (typeof end === 'object') throw new Error(end.faults.join('; '));
      // Batches come by a way of their own, which may be the slower one.
      if (end === 'done') await Promise.race([all, new Promise((resolve) => setTimeout(resolve, LATEST))]);
    } finally {
      open = false;
    }
  }

  private tell(say: (worker: Pick<ExplorerService, 'pause' | 'resume'>) => unknown): void {
    for (const bridge of this.bridges)
      bridge.call(async (worker) => say(worker as never)).catch(() => undefined);
  }
}

/** The part of a range that no other range holds. */
const missingIn = ({ from, to }: PointRange, told: readonly PointRange[]): readonly PointRange[] =>
  missingRanges(
    to,
    [...told, { from: 0, to: from }].filter((range) => range.from < to),
  );

const startWorker = (): Worker =>
  new Worker(new URL('../../../workers/entry/explorer.worker.ts', import.meta.url), { type: 'module' });

/** Hands out the points that are still to be made: large shares first, smaller ones towards the end, so that all workers end together. */

/** Points of one share at most: whoever waits for it to end does not wait long. */
const MOST_IN_SHARE = 20_000;
/** A share is worth its handing over when it takes this long, s. */
const LEAST_TIME = 0.05;

class PointShares {
  private readonly ranges: PointRange[];
  private readonly workers: number;
  private left: number;
  private made = 0;
  private readonly started = performance.now();

  constructor(ranges: readonly PointRange[], workers: number) {
    this.ranges = [...ranges];
    this.workers = workers;
    this.left = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** None when nothing is left. */
  take(): readonly PointRange[] {
    const taken: PointRange[] = [];
    for (let wanted = this.size(); wanted > 0 && this.ranges.length > 0; ) {
      const { from, to } = this.ranges.shift()!;
      const end = Math.min(to, from + wanted);
      taken.push({ from, to: end });
      if (end < to) this.ranges.unshift({ from: end, to });
      wanted -= end - from;
      this.left -= end - from;
    }
    return taken;
  }

  /** So many came back: it tells how long a point takes. */
  count(points: number): void {
    this.made += points;
  }

  private size(): number {
    const perWorker = (this.made * 1000) / (performance.now() - this.started + 1) / this.workers;
    const least = Math.max(1, Math.floor(perWorker * LEAST_TIME));
    return Math.min(MOST_IN_SHARE, Math.max(least, Math.ceil(this.left / (2 * this.workers))));
  }
}

/** For the study of the tab. */
export const explorer = new ExplorerClient();
