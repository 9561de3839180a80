/** Where an arrow key leads in a grid of cards, read like text: `columns` in each row, the last row may be short. */
export interface GridPlace {
  readonly index: number;
  readonly columns: number;
  readonly count: number;
}

/** Index of the card that gets the focus; undefined where the key means nothing or leads outside. */
export function nextInGrid(key: string, { index, columns, count }: GridPlace): number | undefined {
  const next = target(key, { index, columns, count });
  return next === undefined || next < 0 || next >= count || next === index ? undefined : next;
}

function target(key: string, { index, columns, count }: GridPlace): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return index + 1;
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowDown':
      return index + columns;
    case 'ArrowUp':
      return index - columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Cards in the first row, from the distance of each card to the top. */
export function columnsOf(tops: readonly number[]): number {
  const firstOfSecondRow = tops.findIndex((top) => top > tops[0]!);
  return firstOfSecondRow === -1 ? Math.max(1, tops.length) : firstOfSecondRow;
}
