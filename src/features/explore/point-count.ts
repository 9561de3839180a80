/** `1 design`, `10,000 designs`. */
export const pointCount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'design' : 'designs'}`;
