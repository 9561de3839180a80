/** The line of progress while points are answered. */
import type { PointRange } from '../src/model/point-ranges.ts';

/** On a terminal: how far, how fast, how long still. */
export function progressLine(
  { from, to }: PointRange,
  begin: number,
  crew: () => string,
): (next: number) => void {
  const started = performance.now();
  return (next) => {
    if (!process.stderr.isTTY) return;
    const seconds = (performance.now() - started) / 1000;
    const speed = (next - begin) / seconds;
    const left = (to - next) / speed;
    const done = `${(next - from).toLocaleString('en')} of ${(to - from).toLocaleString('en')} points`;
    const speedText = `${Math.round(speed).toLocaleString('en')}/s`;
    const parts = [done, speedText, `${Math.ceil(left)} s left`, crew()].filter((part) => part !== '');
    process.stderr.write(`\r\x1b[K${parts.join(', ')}`);
  };
}
