/** What can be done with an animation, by name and key. What does it is loaded when first used. */

import { setDock, useSession } from '../../state/session-store.ts';
import type { Command } from '../../ui/command.ts';
import { selectIsAnimating, useAnimation } from './animation-store.ts';

const animating = () => import('./animating.ts');

/** What is done to the drawing is seen: a workspace that took its place gives some of it back. */
export function showDrawing(): void {
  if (useSession.getState().dock === 'full') setDock('half');
}

export async function toggleAnimation(): Promise<void> {
  const { startAnimation, closeAnimation } = await animating();
  if (selectIsAnimating(useAnimation.getState())) closeAnimation();
  else {
    showDrawing();
    await startAnimation();
  }
}

export const ANIMATION_COMMANDS: readonly Command[] = [
  {
    id: 'animate',
    title: 'Animate the simulation, or end the animation',
    group: 'Run',
    keys: ['P'],
    needsScenario: true,
    run: toggleAnimation,
  },
  {
    id: 'animation-play',
    title: 'Play or pause the animation',
    group: 'Run',
    keys: ['Space'],
    needsAnimation: true,
    run: async () => (await animating()).playOrPause(),
  },
  {
    id: 'animation-step',
    title: 'Animate the next event',
    group: 'Run',
    keys: ['.'],
    needsAnimation: true,
    run: async () => (await animating()).stepAnimation(),
  },
  {
    id: 'animation-restart',
    title: 'Restart the animation',
    group: 'Run',
    needsAnimation: true,
    run: async () => (await animating()).startAnimation(),
  },
];
