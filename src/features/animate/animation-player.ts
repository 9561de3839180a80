/**
 * Plays one animation in the pace of the screen. At most one frame is asked for at a time and none is kept waiting: a
 * slow animator makes the animation slow and nothing else.
 */
import type { AnimationFrame, AnimationOpened } from '../../../workers/animate/contract.ts';
import { AnimationPicture } from './animation-picture.ts';
import { useAnimation } from './animation-store.ts';
import type { AnimatorClient } from './animator-client.ts';

/** Events for one frame: what a worker makes in about 10 ms. */
const MOST_EVENTS = 50_000;
/** A page that was hidden, or a frame that took long, does not make the animation leap, s. */
const LONGEST = 0.1;

export class AnimationPlayer {
  private readonly client: AnimatorClient;
  private readonly picture: AnimationPicture;
  private readonly onFailure: (reason: unknown) => void;
  /** The question that is being answered. */
  private asked: Promise<boolean> | undefined;
  private ended = false;
  private drawing = 0;
  private lastTick: number | undefined;

  constructor(client: AnimatorClient, opened: AnimationOpened, onFailure: (reason: unknown) => void) {
    this.client = client;
    this.picture = new AnimationPicture(opened);
    this.onFailure = onFailure;
    this.picture.expect(useAnimation.getState().speed);
  }

  /** Shows what is there now, and goes on from there. */
  async play(): Promise<void> {
    await this.asked;
    if (!(await this.ask(() => this.client.advance(0, 0)))) return;
    useAnimation.setState({ status: 'playing', step: undefined });
    this.lastTick = undefined;
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(this.tick);
  }

  pause(): void {
    cancelAnimationFrame(this.drawing);
    useAnimation.setState({ status: 'paused' });
  }

  async step(): Promise<void> {
    this.pause();
    await this.asked;
    await this.ask(() => this.client.step());
  }

  /** The speed has been set anew. */
  expect(speed: number): void {
    this.picture.expect(speed);
  }

  end(): void {
    this.ended = true;
    cancelAnimationFrame(this.drawing);
    this.client.close();
  }

  private readonly tick = (now: number): void => {
    this.drawing = requestAnimationFrame(this.tick);
    if (this.asked) return;
    const elapsed = Math.min(LONGEST, (now - (this.lastTick ?? now)) / 1000);
    this.lastTick = now;
    if (elapsed <= 0) return;
    const { time, speed } = useAnimation.getState();
    void this.ask(() => this.client.advance(time + elapsed * speed, MOST_EVENTS), elapsed);
  };

  /** False when nobody was asked, or the animation does not go on. */
  private async ask(question: () => Promise<AnimationFrame>, elapsed?: number): Promise<boolean> {
    if (this.asked || this.ended) return false;
    this.asked = this.answer(question, elapsed);
    const goesOn = await this.asked;
    this.asked = undefined;
    return goesOn;
  }

  private async answer(question: () => Promise<AnimationFrame>, elapsed?: number): Promise<boolean> {
    try {
      const frame = await question();
      if (!this.ended) this.show(frame, elapsed);
      return !this.ended && frame.halted === undefined;
    } catch (reason) {
      if (!this.ended) this.onFailure(reason);
      return false;
    }
  }

  private show(frame: AnimationFrame, elapsed: number | undefined): void {
    const { halted } = frame;
    useAnimation.setState({
      ...this.picture.take(frame, elapsed),
      ...(halted && { status: 'halted', message: halted.message, messageAt: halted.stage }),
    });
    if (halted) cancelAnimationFrame(this.drawing);
  }
}
