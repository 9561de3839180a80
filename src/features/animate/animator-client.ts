/** Asks the animator's worker, which lives from the first question until it is closed. */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { AnimationFrame, AnimationOpened, AnimatorService } from '../../../workers/animate/contract.ts';
import { WorkerBridge } from '../../run/worker-bridge.ts';

export class AnimatorClient {
  private readonly bridge = new WorkerBridge<AnimatorService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/animator.worker.ts', import.meta.url), { type: 'module' }),
  });

  open(scenario: Scenario, seed: number): Promise<AnimationOpened | NoAnswer> {
    return this.bridge.call((animator) => animator.open(scenario, seed));
  }

  advance(toTime: number, mostEvents: number): Promise<AnimationFrame> {
    return this.bridge.call((animator) => animator.advance(toTime, mostEvents));
  }

  step(): Promise<AnimationFrame> {
    return this.bridge.call((animator) => animator.step());
  }

  /** Ends the worker; what was asked and not answered is rejected. */
  close(): void {
    this.bridge.dispose();
  }
}
