/**
 * All ways in which an event can go: the event is played once for each sequence of choices that it meets. Between
 * plays `advance` moves to the next sequence, the last choice first.
 */
export class Chooser {
  /** Probability of the choices made so far in this play. */
  probability = 1;
  private readonly taken: number[] = [];
  private readonly offers: (readonly number[])[] = [];
  private depth = 0;

  /** Forgets everything: a new event. */
  reset(): void {
    this.taken.length = 0;
    this.offers.length = 0;
    this.rewind();
  }

  /** Index of the chosen case; `probabilities` has one that is > 0. */
  choose(probabilities: readonly number[]): number {
    if (this.depth === this.taken.length) {
      this.offers.push(probabilities);
      this.taken.push(nextPossible(probabilities, 0));
    }
    const choice = this.taken[this.depth++]!;
    this.probability *= probabilities[choice]!;
    return choice;
  }

  /** Prepares the next sequence; false when all have been played. */
  advance(): boolean {
    while (this.taken.length > 0) {
      const offer = this.offers.at(-1)!;
      const next = nextPossible(offer, this.taken.at(-1)! + 1);
      if (next < offer.length) {
        this.taken[this.taken.length - 1] = next;
        this.rewind();
        return true;
      }
      this.taken.pop();
      this.offers.pop();
    }
    return false;
  }

  private rewind(): void {
    this.depth = 0;
    this.probability = 1;
  }
}

function nextPossible(probabilities: readonly number[], from: number): number {
  let i = from;
  while (i < probabilities.length && !(probabilities[i]! > 0)) i++;
  return i;
}
