/** Starts, steers and ends the animation of the open scenario; an edit of the model ends it with a word. */

import { modelKey } from '../../../core/scenario/model-key.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { AnimationPlayer } from './animation-player.ts';
import { EMPTY_PICTURE, selectIsLive, useAnimation } from './animation-store.ts';
import { AnimatorClient } from './animator-client.ts';

/** Moves a second on the busiest link at the speed that is chosen first. */
const USUAL_MOVES = 5;
/** The slowest and the fastest speed, as multiples of that. */
const SLOWEST = 1e-3;
const FASTEST = 1e6;

let player: AnimationPlayer | undefined;
let unfollow: (() => void) | undefined;
/** Which model is or was animated: another start of the same one keeps its speed. */
let animatedKey: string | undefined;
let starts = 0;

/** From time 0, with the seed of the simulation. */
export async function startAnimation(): Promise<void> {
  const { id } = useDocument.getState();
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  endPlaying();
  const mine = ++starts;
  const key = modelKey(scenario);
  useAnimation.setState({ ...EMPTY_PICTURE, status: 'opening' });
  unfollow = useDocument.subscribe((document) => {
    const now = selectScenario(document);
    if (document.id !== id || !now) closeAnimation();
    else if (modelKey(now) !== key) stop('stale', 'The drawing changed.');
  });
  const client = new AnimatorClient();
  try {
    const opened = await client.open(scenario, useSession.getState().simulation.seed ?? 1);
    if (mine !== starts) {
      client.close();
      return;
    }
    if (opened.kind === 'noAnswer') {
      client.close();
      stop('failed', opened.message);
      return;
    }
    if (key !== animatedKey) chooseSpeed(opened.busiestLinkRate);
    animatedKey = key;
    player = new AnimationPlayer(client, opened, fail);
    await player.play();
  } catch (reason) {
    client.close();
    if (mine === starts) fail(reason);
  }
}

export function closeAnimation(): void {
  endPlaying();
  useAnimation.setState({ ...EMPTY_PICTURE, status: 'off' });
}

/** What the space bar does. */
export function playOrPause(): void {
  const { status } = useAnimation.getState();
  if (status === 'playing') player?.pause();
  else if (status === 'paused') void player?.play();
  else if (status !== 'opening') void startAnimation();
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
