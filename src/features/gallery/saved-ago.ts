const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** "saved 3 hours ago"; both times in milliseconds since 1970. */
export function savedAgo(savedAt: number, now: number): string {
  const seconds = (now - savedAt) / 1000;
  const step = STEPS.find(([, length]) => seconds >= length);
  return step ? `saved ${FORMAT.format(-Math.floor(seconds / step[1]), step[0])}` : 'saved just now';
}
