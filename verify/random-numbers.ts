/**
 * The random streams under dieharder, an external battery of tests (Robert G. Brown; `apt-get install dieharder`). Two
 * ways to read the same generator: one long stream, and many streams with neighbouring names word by word, which shows
 * whether streams are related to each other.
 */
import { spawn, spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openStream, type RandomStream } from '../workers/random/random-stream.ts';

/** Numbers of dieharder's tests: Marsaglia's battery without the two that its manual calls unreliable, NIST's, and four of its own. */
const TESTS = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 17, 100, 101, 102, 202, 204, 205, 209];
/** A share of good generators fails a test by chance: dieharder goes on until weak results are resolved. */
const RESOLVE = ['-Y', '1', '-k', '2'];
/** A multiple of the number of streams. */
const WORDS_AT_ONCE = 1 << 16;

interface BatteryLine {
  readonly what: string;
  readonly passed: number;
  readonly weak: number;
  readonly failed: number;
  readonly notPassed: readonly string[];
}

export const hasDieharder = (): boolean => spawnSync('dieharder', ['-l']).error === undefined;

/** Lines of the table, and how many results failed. */
export async function testRandomNumbers(): Promise<{
  readonly lines: readonly string[];
  readonly failed: number;
}> {
  const lines = ['| words from | results passed | weak | failed | which |', '|---|---|---|---|---|'];
  let failures = 0;
  for (const [what, streams] of ways()) {
    const { passed, weak, failed, notPassed } = await battery(what, streams);
    failures += failed;
    lines.push(`| ${what} | ${passed} | ${weak} | ${failed} | ${notPassed.join('; ') || 'none'} |`);
  }
  return { lines, failed: failures };
}

function ways(): readonly (readonly [string, readonly RandomStream[]])[] {
  const neighbours = Array.from({ length: 256 }, (_, i) =>
    openStream({
      seed: 1 + (i >> 6),
      replication: (i >> 4) & 3,
      node: `stage${(i >> 2) & 3}`,
      purpose: (['interarrival', 'service', 'filter', 'routing'] as const)[i & 3]!,
    }),
  );
  return [
    ['one stream', [openStream({ seed: 1, replication: 0, node: 'a', purpose: 'service' })]],
    ['256 streams with neighbouring names, word by word', neighbours],
  ];
}

async function battery(what: string, streams: readonly RandomStream[]): Promise<BatteryLine> {
  const results: string[] = [];
  for (const test of TESTS) results.push(...(await runTest(test, streams)));
  const having = (word: string) => results.filter((line) => line.includes(word));
  return {
    what,
    passed: having('PASSED').length,
    weak: having('WEAK').length,
    failed: having('FAILED').length,
    notPassed: [...having('WEAK'), ...having('FAILED')].map(nameAndValue),
  };
}

const nameAndValue = (line: string): string => {
  const [name = '', tuple = '', , , value = ''] = line.split('|').map((cell) => cell.trim());
  return `${name} ${tuple} p = ${value}`;
};

/** Lines `name|ntup|tsamples|psamples|p-value|Assessment` of one test. */
async function runTest(test: number, streams: readonly RandomStream[]): Promise<readonly string[]> {
  const child = spawn('dieharder', ['-g', '200', '-d', String(test), ...RESOLVE], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // It closes its input when it has seen enough, which ends the pipeline with an error that means nothing.
  const fed = pipeline(Readable.from(bytesOf(streams)), child.stdin).catch(() => undefined);
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  await fed;
  return output.split('\n').filter((line) => /PASSED|WEAK|FAILED/.test(line));
}

/** The streams' words in turn, without end. */
function* bytesOf(streams: readonly RandomStream[]): Generator<Buffer> {
  for (;;) {
    const words = new Int32Array(WORDS_AT_ONCE);
    for (let i = 0; i < WORDS_AT_ONCE; i++) words[i] = streams[i % streams.length]!.word();
    yield Buffer.from(words.buffer);
  }
}
