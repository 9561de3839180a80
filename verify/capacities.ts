/** Capacities of small lines, all together, by decomposition against the least that there are, by trying all with the exact chain. */
import { type ComparedLine, compareLine } from '../workers/explore/small-lines.test-support.ts';

export const capacitiesOf = (seeds: readonly number[]): readonly ComparedLine[] => seeds.map(compareLine);

/** Share of the greatest throughput that an answer may miss before simulation has corrected it. */
const MOST_MISSED = 0.2;

export function capacitiesTable(lines: readonly ComparedLine[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const share = (count: number): string => `${Math.round((100 * count) / lines.length)} %`;
  const beyond = (slots: (line: ComparedLine) => number): string => {
    const off = lines.map((line) => slots(line) - line.least);
    const counts = [...new Set(off)].sort((a, b) => a - b);
    return counts
      .map((each) => `${each > 0 ? '+' : ''}${each}: ${share(off.filter((slots) => slots === each).length)}`)
      .join(', ');
  };
  const shares = lines.map((line) => line.share).sort((a, b) => a - b);
  const at = (part: number): string => shares[Math.floor(part * (shares.length - 1))]!.toFixed(4);
  return {
    lines: [
      '| what | |',
      '|---|---|',
      `| lines | ${lines.length} |`,
      `| least total capacity | ${Math.min(...lines.map(({ least }) => least))} to ${Math.max(...lines.map(({ least }) => least))} |`,
      `| the search with exact throughputs, slots beyond the least | ${beyond(({ searched }) => searched)} |`,
      `| the search with the decomposition, slots beyond the least | ${beyond(({ approximate }) => approximate)} |`,
      `| exact share of the greatest throughput of those: least, 5 %, median, most | ${at(0)}, ${at(0.05)}, ${at(0.5)}, ${at(1)} |`,
    ],
    failed: lines.some(({ searched, least }) => searched > least + 1) || shares[0]! < 1 - MOST_MISSED,
  };
}
