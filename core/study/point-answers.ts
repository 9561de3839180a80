/** How the points of a study are answered. */
import type { Study } from './study.ts';

/** By the best that is known: nobody asked for a method or for simulation, so that what is approximate and decides may be simulated. */
export const takesBestKnown = ({ answer = { by: 'solve' } }: Pick<Study, 'answer'>): boolean =>
  answer.by === 'solve' && (answer.method ?? 'auto') === 'auto';
