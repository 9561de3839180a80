/** The distributions of a schedule as time goes on (SPEC.md, T): which one holds, and when the next one begins. */
import type { ArrivalDistribution } from '../../core/distributions/index.ts';
import type { Purpose } from '../../workers/random/random-stream.ts';
import type { ScheduleModel } from '../../workers/simulate/simulation-model.ts';
import { framePart, type Streams } from '../../workers/simulate/streams.ts';
import { DrawsAhead } from './draws-ahead.ts';

export class ScheduleRun {
  private readonly model: ScheduleModel<ArrivalDistribution>;
  private readonly base: DrawsAhead;
  private readonly open: (frame: number, distribution: ArrivalDistribution) => DrawsAhead;
  /** Samplers of the frames, made when first used and kept where frames come again. */
  private readonly known = new Map<number, DrawsAhead>();
  /** The frame that begins next (their number: the period ends), in which round of the period. */
  private frame = 0;
  private round = 0;

  /** `base`: what holds before the first frame. */
  constructor(
    model: ScheduleModel<ArrivalDistribution>,
    base: DrawsAhead,
    draws: { readonly node: string; readonly purpose: Purpose; readonly streams: Streams },
  ) {
    this.model = model;
    this.base = base;
    this.open = (frame, distribution) =>
      new DrawsAhead(draws.streams.sampler(draws.node, draws.purpose, distribution, framePart(frame)));
  }

  /** When the next distribution begins, s; Infinity when the last one stays. */
  nextChange(): number {
    const { from, period } = this.model;
    if (this.frame < from.length) return this.startOfRound() + from[this.frame]!;
    return period === Number.POSITIVE_INFINITY ? period : (this.round + 1) * period;
  }

  /** The next distribution begins: its times, or nothing where nothing arrives. */
  change(): DrawsAhead | null {
    const { from, distributions } = this.model;
    if (this.frame === from.length) {
      this.round++;
      this.frame = 0;
      if (from[0]! > 0) return this.base;
    }
    const frame = this.frame++;
    const distribution = distributions[frame];
    return distribution === undefined ? null : this.sampler(frame, distribution);
  }

  private startOfRound(): number {
    return this.round === 0 ? 0 : this.round * this.model.period;
  }

  private sampler(frame: number, distribution: ArrivalDistribution): DrawsAhead {
    const known = this.known.get(frame);
    if (known) return known;
    const made = this.open(frame, distribution);
    if (this.model.period < Number.POSITIVE_INFINITY) this.known.set(frame, made);
    return made;
  }
}
