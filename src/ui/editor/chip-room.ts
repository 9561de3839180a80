/** Which chips have room beside the miniature of a stage. */
import type { Chip } from './stage-chips.ts';

/** Pixels beside the miniature, and about what a chip takes beside its letters, and a letter. */
const ROOM = 116;
const FRAME = 16;
const LETTER = 6;

const widthOf = (chips: readonly Chip[]): number =>
  chips.reduce((sum, { text }) => sum + FRAME + LETTER * text.length, 0);

/** All of them, or the first few and one that stands for the rest. */
export function chipsThatFit(chips: readonly Chip[]): readonly Chip[] {
  if (widthOf(chips) <= ROOM) return chips;
  for (let shown = chips.length - 1; shown > 0; shown--) {
    const some = [...chips.slice(0, shown), restChip(chips.slice(shown))];
    if (widthOf(some) <= ROOM) return some;
  }
  return chips.length === 1 ? chips : [chips[0]!, restChip(chips.slice(1))];
}

const restChip = (rest: readonly Chip[]): Chip => ({
  text: `+${rest.length}`,
  meaning: rest.map(({ text, meaning }) => `${text}: ${meaning}`).join('\n'),
});
