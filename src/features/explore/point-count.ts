/** `1 point`, `10,000 points`. */
export const pointCount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'design' : 'designs'}`;
