/**
 * Damaged files of every kind through the verbs that read them: each must end within its time, with an answer or a refusal that
 * says something. Verbs run in a child process, which is started anew when one hangs or the memory grows too large.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { Dice } from './dice.ts';
import { type HostileKind, hostileKinds } from './hostile-kinds.ts';
import type { Told } from './hostile-verbs.ts';
import { mutated } from './mutate.ts';
import { processorSeconds } from './processor-seconds.ts';

/** Verbs that search for minutes in what a large file holds, damaged or not: they get the small ones. */
const SEARCHING = new Set(['fit', 'verdict']);
const MOST_SEARCHED = 8_000;
const SECONDS = 10;
const SEARCHING_SECONDS = 60;
const secondsOf = (verb: string | undefined): number =>
  SEARCHING.has(verb ?? '') ? SEARCHING_SECONDS : SECONDS;
const MEGABYTES = 500;
/** What a hard question is given by `--within`, and when it must have ended: s. */
const WITHIN = 5;
const ENDED_WITHIN = 60;
const STAGEGRAPH = fileURLToPath(new URL('../cli/stagegraph.mjs', import.meta.url));
/** Where the damaged files that broke something are kept; a folder of the system otherwise. */
const KEPT = process.env.HOSTILE_RESULTS;

interface Broken {
  readonly kind: string;
  readonly number: number;
  readonly words: string;
  readonly how: string;
}

/** The command line is bundled, as its users have it; its packages do not run without. */
async function builtVerbs(outDir: string): Promise<string> {
  const input = { 'hostile-verbs': fileURLToPath(new URL('hostile-verbs.ts', import.meta.url)) };
  await build({
    configFile: fileURLToPath(new URL('../vite.cli.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: false, rollupOptions: { input } },
  });
  return join(outDir, 'hostile-verbs.mjs');
}

/** A process that runs verbs; hung or grown too large it is ended, and the next verb gets another. */
class Runner {
  private child: ChildProcess | undefined;

  constructor(private readonly script: string) {}

  async run(words: readonly string[]): Promise<Told | 'hung' | 'died'> {
    this.child ??= fork(this.script, {
      execArgv: [`--max-old-space-size=${MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const { child } = this;
    const told = await new Promise<Told | 'hung' | 'died'>((resolve) => {
      const end = (how: Told | 'hung' | 'died'): void => {
        clearTimeout(limit);
        child.removeAllListeners();
        resolve(how);
      };
      const most = secondsOf(words[0]);
      const started = processorSeconds(child);
      const look = (): void => {
        if (processorSeconds(child) - started >= most) end('hung');
        else limit = setTimeout(look, 1000);
      };
      let limit = setTimeout(look, most * 1000);
      child.on('message', (message: Told) => end(message));
      child.on('exit', () => end('died'));
      child.send([...words]);
    });
    if (told === 'hung' || told === 'died' || told.memory > MEGABYTES) this.close();
    return told;
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

/** Whether `--within` ends a verb that computes for long, in words; otherwise what it did. */
async function endedByClock(words: readonly string[]): Promise<string | undefined> {
  const child = spawn(process.execPath, [STAGEGRAPH, ...words, '--within', `${WITHIN} s`]);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  child.stdout.resume();
  const limit = setTimeout(() => child.kill('SIGKILL'), 1000 * ENDED_WITHIN);
  const status = await new Promise((ended) => child.on('exit', ended));
  clearTimeout(limit);
  if (status === 0 || (status === 3 && /no answer within 5 s\..*To go on:/.test(said))) return undefined;
  return `with --within ${WITHIN} s: status ${status}, ${said.slice(0, 300)}`;
}

interface Counts {
  files: number;
  answered: number;
  refused: number;
  ended: number;
}

/** What no user should read, but where the file itself says it. */
const INNER_WORDS = /Broken assumption|TypeError|RangeError|\bundefined\b|\[object \w+\]|\bNaN\b/g;

/** `count` damaged files of each kind. */
export async function verifyHostile(
  count: number,
  first = 0,
): Promise<{ readonly lines: readonly string[]; readonly failed: boolean }> {
  const kinds = await hostileKinds();
  const chosen = process.env.HOSTILE_KINDS?.split(',');
  const folder = KEPT ?? mkdtempSync(join(tmpdir(), 'hostile-'));
  mkdirSync(folder, { recursive: true });
  const counts = new Map<string, Counts>();
  const broken: Broken[] = [];
  const jobs = kinds
    .filter(({ name }) => !chosen || chosen.includes(name))
    .flatMap((kind) => Array.from({ length: count }, (_, number) => ({ kind, number: first + number })));
  const built = mkdtempSync(join(tmpdir(), 'hostile-verbs-'));
  const script = await builtVerbs(built);
  const hands = Array.from(
    { length: Math.max(1, Math.min(2, availableParallelism())) },
    () => new Runner(script),
  );
  await Promise.all(
    hands.map(async (runner) => {
      for (let job = jobs.shift(); job; job = jobs.shift()) {
        const { kind, number } = job;
        const bytes = damaged(kind, number);
        const file = join(folder, `${kind.name.replaceAll(' ', '-')}-${number}.${kind.ending}`);
        writeFileSync(file, bytes);
        const beside = `${file}.beside`;
        if (kind.beside) writeFileSync(beside, kind.beside);
        const places: Readonly<Record<string, string>> = {
          FILE: file,
          BESIDE: beside,
          STAGE: firstStage(bytes),
        };
        let isKept = false;
        const counted = counts.get(kind.name) ?? { files: 0, answered: 0, refused: 0, ended: 0 };
        counts.set(kind.name, counted);
        counted.files += 1;
        for (const verb of kind.verbs) {
          if (bytes.length > MOST_SEARCHED && SEARCHING.has(verb[0]!)) continue;
          const asked = verb.map((word) => places[word] ?? word);
          let told = await runner.run(asked);
          // What verbs before it have left in the process is not its own.
          if (typeof told === 'object' && told.memory > MEGABYTES) told = await runner.run(asked);
          let how = fault(told, bytes);
          if (told === 'hung' && kind.isHard) {
            how = await endedByClock(asked);
            if (how === undefined) counted.ended += 1;
          }
          if (typeof told === 'object' && told.ending === 'answered') counted.answered += 1;
          if (typeof told === 'object' && told.ending === 'refused') counted.refused += 1;
          if (how === undefined) continue;
          isKept = true;
          const words = verb.map((word) => (word === 'FILE' ? basename(file) : basename(word))).join(' ');
          broken.push({ kind: kind.name, number, words, how });
          process.stderr.write(`${words}: ${how}\n`);
        }
        if (!isKept) for (const path of [file, beside]) rmSync(path, { force: true });
      }
      runner.close();
    }),
  );
  rmSync(built, { recursive: true });
  if (KEPT === undefined) rmSync(folder, { recursive: true });
  return { lines: hostileTable(counts, broken), failed: broken.length > 0 };
}

function damaged({ name, files, made }: HostileKind, number: number): Uint8Array {
  const dice = new Dice(name, number);
  if (made) return made(dice);
  return mutated(dice.one(files), dice);
}

const firstStage = (bytes: Uint8Array): string =>
  /\{"id":"([^"]*)"[^{}]*"kind":"stage"/.exec(Buffer.from(bytes).toString())?.[1] ?? 'x';

function fault(told: Told | 'hung' | 'died', bytes: Uint8Array): string | undefined {
  if (told === 'hung') return 'no end in its time';
  if (told === 'died') return 'the process died, of memory';
  if (told.ending === 'silent') return 'refused without a word';
  if (told.ending === 'crashed') return told.text.split('\n').slice(0, 8).join(' | ');
  const words = told.text.match(INNER_WORDS) ?? [];
  const own = words.find((word) => !Buffer.from(bytes).includes(word));
  if (own !== undefined) return `says "${own}": ${told.text.split('\n').find((line) => line.includes(own))}`;
  return told.memory > MEGABYTES ? `${told.memory.toFixed(0)} MB` : undefined;
}

function hostileTable(counts: ReadonlyMap<string, Counts>, broken: readonly Broken[]): readonly string[] {
  return [
    '| files | damaged | verbs that answered | verbs that refused | ended by `--within` | broken |',
    '|---|---|---|---|---|---|',
    ...[...counts].map(
      ([name, { files, answered, refused, ended }]) =>
        `| ${name} | ${files} | ${answered} | ${refused} | ${ended} | ${broken.filter(({ kind }) => kind === name).length} |`,
    ),
    '',
    ...(broken.length === 0 ? ['Nothing broke.'] : broken.map(({ words, how }) => `- ${words}: ${how}`)),
  ];
}
