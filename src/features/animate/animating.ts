/** Starts, steers and ends the animation of the open scenario; an edit of the model ends it with a word. */

import { refusalText } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { AnimationFrame, AnimationOpened, AnimatorService } from '../../../workers/animate/contract.ts';
import { type Client, createClient } from '../../run/create-client.ts';
import { onOtherDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { AnimationPicture } from './animation-picture.ts';
import { EMPTY_PICTURE, selectIsLive, useAnimation } from './animation-store.ts';

/** Moves a second on the busiest link at the speed that is chosen first. */
const USUAL_MOVES = 5;
/** The slowest and the fastest speed, as multiples of that. */
const SLOWEST = 1e-3;
const FASTEST = 1e6;

/** A worker for each animation, which ends with it. */
const newAnimator = () =>
  createClient<AnimatorService>(
    () =>
      new Worker(new URL('../../../workers/entry/animator.worker.ts', import.meta.url), { type: 'module' }),
  );

onOtherDocument(() => closeAnimation());

let player: AnimationPlayer | undefined;
let unfollow: (() => void) | undefined;
/** Which model is or was animated: another start of the same one keeps its speed. */
let animatedKey: string | undefined;
let starts = 0;

/** From time 0, with the seed of the simulation. */
export async function startAnimation(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  endPlaying();
  const mine = ++starts;
  const key = modelKey(scenario);
  useAnimation.setState({ ...EMPTY_PICTURE, status: 'opening' });
  unfollow = useDocument.subscribe((document) => {
    const now = selectScenario(document);
    if (now && modelKey(now) !== key) stop('stale', 'The drawing changed.');
  });
  const client = newAnimator();
  try {
    const opened = await client.open(undefined, scenario, useSession.getState().simulation.seed ?? 1);
    if (mine !== starts) {
      client.dispose();
      return;
    }
    if (opened.kind === 'noAnswer') {
      client.dispose();
      stop('failed', refusalText(opened));
      return;
    }
    if (key !== animatedKey) chooseSpeed(opened.busiestLinkRate);
    animatedKey = key;
    player = new AnimationPlayer(client, opened, fail);
    await player.play();
    const { status, opensPaused } = useAnimation.getState();
    if (mine === starts && status === 'playing' && opensPaused) player.pause();
  } catch (reason) {
    client.dispose();
    if (mine === starts) fail(reason);
  }
}

export function closeAnimation(): void {
  endPlaying();
  useAnimation.setState({ ...EMPTY_PICTURE, status: 'off' });
}

/** What the space bar does. */
export function playOrPause(): void {
  const { status, opensPaused } = useAnimation.getState();
  if (status === 'playing') player?.pause();
  else if (status === 'paused') void player?.play();
  else if (status === 'opening') useAnimation.setState({ opensPaused: !opensPaused });
  else void startAnimation();
}

/** One event; the first one of all when nothing is animated yet. */
export async function stepAnimation(): Promise<void> {
  if (!selectIsLive(useAnimation.getState())) await startAnimation();
  await player?.step();
}

export function setAnimationSpeed(speed: number): void {
  useAnimation.setState({ speed });
  player?.expect(speed);
}

function chooseSpeed(busiestLinkRate: number): void {
  const speed = Number((busiestLinkRate > 0 ? USUAL_MOVES / busiestLinkRate : 1).toPrecision(2));
  useAnimation.setState({ speed, range: { min: SLOWEST * speed, max: FASTEST * speed } });
}

function fail(reason: unknown): void {
  stop('failed', `The animation stopped: ${reason instanceof Error ? reason.message : String(reason)}`);
}

/** Stands still with a word; what it showed is gone from the drawing. */
function stop(status: 'stale' | 'failed', message: string): void {
  endPlaying();
  useAnimation.setState({ ...EMPTY_PICTURE, status, message });
}

function endPlaying(): void {
  starts++;
  player?.end();
  player = undefined;
  unfollow?.();
  unfollow = undefined;
}

/**
 * Plays one animation in the pace of the screen. At most one frame is asked for at a time and none is kept waiting: a
 * slow animator makes the animation slow and nothing else.
 */

/** Events for one frame: what a worker makes in about 10 ms. */
const MOST_EVENTS = 50_000;
/** A page that was hidden, or a frame that took long, does not make the animation leap, s. */
const LONGEST = 0.1;

class AnimationPlayer {
  private readonly client: Client<AnimatorService>;
  private readonly picture: AnimationPicture;
  private readonly onFailure: (reason: unknown) => void;
  /** The question that is being answered. */
  private asked: Promise<boolean> | undefined;
  private ended = false;
  private drawing = 0;
  private lastTick: number | undefined;

  constructor(
    client: Client<AnimatorService>,
    opened: AnimationOpened,
    onFailure: (reason: unknown) => void,
  ) {
    this.client = client;
    this.picture = new AnimationPicture(opened);
    this.onFailure = onFailure;
    this.picture.expect(useAnimation.getState().speed);
  }

  /** Shows what is there now, and goes on from there. */
  async play(): Promise<void> {
    await this.asked;
    if (!(await this.ask(() => this.client.advance(undefined, 0, 0)))) return;
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
    await this.ask(() => this.client.step(undefined));
  }

  /** The speed has been set anew. */
  expect(speed: number): void {
    this.picture.expect(speed);
  }

  end(): void {
    this.ended = true;
    cancelAnimationFrame(this.drawing);
    this.client.dispose();
  }

  private readonly tick = (now: number): void => {
    this.drawing = requestAnimationFrame(this.tick);
    if (this.asked) return;
    const elapsed = Math.min(LONGEST, (now - (this.lastTick ?? now)) / 1000);
    this.lastTick = now;
    if (elapsed <= 0) return;
    const { time, speed } = useAnimation.getState();
    void this.ask(() => this.client.advance(undefined, time + elapsed * speed, MOST_EVENTS), elapsed);
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
      ...(halted && { status: 'halted', message: refusalText(halted), messageAt: halted.stage }),
    });
    if (halted) cancelAnimationFrame(this.drawing);
  }
}
