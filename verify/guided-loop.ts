/**
 * A fuzzer that watches which branches the readers take: what takes one that nothing took before is kept, and damaged further. Run by `guided.ts` in a
 * process of its own, bundled, with: the folder of seeds, the folder for what is found, the first number, s.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { Dice } from './dice.ts';
import { fuzz } from './guided-target.ts';
import { mutated } from './mutate.ts';

/** Reading the counters takes as long as reading a file: some files share it, and each is looked at alone when they showed something new. */
const TOGETHER = 24;
const MOST_BYTES = 8_000;
const JOINED = 0.15;

export interface GuidedTold {
  readonly files: number;
  readonly branches: number;
  readonly kept: number;
  readonly found: readonly { readonly file: string; readonly why: string }[];
}

class Branches {
  private readonly session = new Session();
  private readonly seen = new Set<string>();

  constructor() {
    this.session.connect();
    this.post('Profiler.enable');
    this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get count(): number {
    return [...this.seen].filter((name) => !name.includes(',')).length;
  }

  /** Whether a branch was taken since the last look that no file took which was looked at alone. */
  hasNew(): boolean {
    return this.taken().some(({ name }) => !this.seen.has(name));
  }

  /** Whether a branch is new, or was taken a new number of times, in powers of two; from now on it is known. */
  learn(): boolean {
    const before = this.seen.size;
    for (const { name, count } of this.taken()) this.seen.add(name).add(`${name}, ${32 - Math.clz32(count)}`);
    return this.seen.size > before;
  }

  private taken(): { readonly name: string; readonly count: number }[] {
    const { result } = this.post('Profiler.takePreciseCoverage') as {
      result: {
        url: string;
        functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
      }[];
    };
    const own = result.find(({ url }) => url === import.meta.url);
    return (own?.functions ?? []).flatMap(({ ranges }) =>
      ranges
        .filter(({ count }) => count > 0)
        .map(({ startOffset, endOffset, count }) => ({ name: `${startOffset}-${endOffset}`, count })),
    );
  }

  private post(method: string, settings = {}): unknown {
    let answer: unknown;
    this.session.post(method, settings, (reason, told) => {
      if (reason) throw reason;
      answer = told;
    });
    return answer;
  }
}

const [seeds, folder, first, seconds] = process.argv.slice(2) as [string, string, string, string];
const corpus = readdirSync(seeds).map((name): Uint8Array => readFileSync(join(seeds, name)));
const found: { file: string; why: string }[] = [];
const branches = new Branches();
const dice = new Dice('guided', Number(first));
let files = 0;
let kept = 0;

async function run(bytes: Uint8Array): Promise<void> {
  // Whoever watches this process finds here what it did not come back from.
  writeFileSync(join(folder, 'current'), bytes);
  files += 1;
  try {
    await fuzz(bytes);
  } catch (reason) {
    const why = (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)).slice(0, 1000);
    // One of each: the place where it broke tells them apart.
    const place = why.split('\n').slice(0, 3).join();
    if (found.some((other) => other.why.split('\n').slice(0, 3).join() === place)) return;
    const file = join(folder, `broken-${first}-${found.length}`);
    writeFileSync(file, bytes);
    found.push({ file, why });
  }
}

/** Sometimes the beginning of one file with the end of another. */
function next(): Uint8Array {
  const one = dice.one(corpus);
  if (!dice.chance(JOINED)) return mutated(one, dice);
  const other = dice.one(corpus);
  return Buffer.concat([
    one.subarray(0, dice.integer(0, one.length)),
    other.subarray(dice.integer(0, other.length)),
  ]);
}

const tell = (): void => {
  process.send!({ files, branches: branches.count, kept, found } satisfies GuidedTold);
};

for (const seed of corpus) {
  await run(seed);
  branches.learn();
}
const until = Date.now() + 1000 * Number(seconds);
while (Date.now() < until) {
  const batch = Array.from({ length: TOGETHER }, () => next().subarray(0, MOST_BYTES));
  for (const bytes of batch) await run(bytes);
  tell();
  if (!branches.hasNew()) continue;
  for (const bytes of batch) {
    await run(bytes);
    if (!branches.learn()) continue;
    corpus.push(bytes);
    kept += 1;
  }
}
tell();
process.disconnect();
