/**
 * Damaged files of every kind through the verbs that read them: each must end within its time, with an answer or a refusal that
 * says something. Verbs run in a child process, which is started anew when one hangs or the memory grows too large.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { Dice } from './dice.ts';
import { type HostileKind, hostileKinds } from './hostile-kinds.ts';
import type { Told } from './hostile-verbs.ts';
import { grown, mutated } from './mutate.ts';
import { processorSeconds } from './processor-seconds.ts';

/** Verbs that search for minutes in what a large file holds, damaged or not: they get the small ones. */
const SEARCHING = new Set(['fit', 'verdict']);
const MOST_SEARCHED = 8_000;
const SECONDS = 10;
const SEARCHING_SECONDS = 60;
/** `read` has the readers of measurements and of traces one after the other, each of which a verb has alone. */
const READ_SECONDS = 2 * SECONDS;
const secondsOf = (verb: string | undefined): number => {
  if (verb === 'read') return READ_SECONDS;
  return SEARCHING.has(verb ?? '') ? SEARCHING_SECONDS : SECONDS;
};
const MEGABYTES = 500;
/** What a hard question is given by `--within`, and when it must have ended: s. */
const WITHIN = 5;
const ENDED_WITHIN = 60;
const STAGEGRAPH = fileURLToPath(new URL('../cli/stagegraph.mjs', import.meta.url));
/** Where the damaged files that broke something are kept; a folder of the system otherwise. */
const KEPT = process.env.HOSTILE_RESULTS;

interface Broken {
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

/** What came of the files of one kind. */
interface Outcome {
  readonly name: string;
  /** Damaged files, which every reader has read. */
  files: number;
  /** Those of them that went through every verb. */
  asked: number;
  answered: number;
  refused: number;
  ended: number;
  /** Most that a verb or the readers have used of a processor, s. */
  longest: number;
  readonly broken: Broken[];
}

/** What no user should read, but where the file itself says it. */
const INNER_WORDS = /Broken assumption|TypeError|RangeError|\bundefined\b|\[object \w+\]|\bNaN\b/g;

/**
 * `count` damaged files of each kind, from the number `first` on: all through the readers, and each `every`-th through the verbs as well. With a folder
 * for what is kept, a run that was stopped goes on behind the last kind that it has finished.
 */
export async function verifyHostile(
  count: number,
  first: number,
  every: number,
): Promise<{ readonly lines: readonly string[]; readonly failed: boolean }> {
  const chosen = process.env.HOSTILE_KINDS?.split(',');
  const folder = KEPT ?? mkdtempSync(join(tmpdir(), 'hostile-'));
  mkdirSync(folder, { recursive: true });
  const built = mkdtempSync(join(tmpdir(), 'hostile-verbs-'));
  const script = await builtVerbs(built);
  const outcomes: Outcome[] = [];
  const task = { count, first, every, folder, script };
  for (const kind of await hostileKinds()) {
    if (chosen && !chosen.includes(kind.name)) continue;
    outcomes.push(await keptOutcome(kind, task));
    const large = grownKind(kind);
    if (large) outcomes.push(await keptOutcome(large, { ...task, count: Math.ceil(count / 100), every: 2 }));
  }
  rmSync(built, { recursive: true });
  if (KEPT === undefined) rmSync(folder, { recursive: true });
  return { lines: hostileTable(outcomes), failed: outcomes.some(({ broken }) => broken.length > 0) };
}

interface Task {
  readonly count: number;
  readonly first: number;
  readonly every: number;
  readonly folder: string;
  readonly script: string;
}

/** Files of a kind with very much of one thing. */
function grownKind(kind: HostileKind): HostileKind | undefined {
  const made = (dice: Dice): Uint8Array | undefined => grown(dice.one(kind.files), dice);
  const isText = kind.files.length > 0 && made(new Dice(kind.name, 0)) !== undefined;
  return isText
    ? { ...kind, name: `${kind.name}, grown`, made: (dice) => made(dice) ?? kind.files[0]! }
    : undefined;
}

/** Where the folder holds what became of the kind, it is not tried again. */
async function keptOutcome(kind: HostileKind, task: Task): Promise<Outcome> {
  const kept = join(task.folder, `${kind.name.replaceAll(' ', '-')}-outcome.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Outcome;
  const outcome = await outcomeOf(kind, task);
  writeFileSync(kept, JSON.stringify(outcome));
  return outcome;
}

async function outcomeOf(kind: HostileKind, { count, first, every, folder, script }: Task): Promise<Outcome> {
  const outcome: Outcome = {
    ...{ name: kind.name, files: 0, asked: 0, answered: 0, refused: 0, ended: 0, longest: 0 },
    broken: [],
  };
  const numbers = Array.from({ length: count }, (_, index) => index);
  const hands = Math.max(1, Math.min(2, availableParallelism()));
  await Promise.all(
    Array.from({ length: hands }, async () => {
      const runner = new Runner(script);
      for (let index = numbers.shift(); index !== undefined; index = numbers.shift())
        await tryFile(kind, { number: first + index, isAsked: index % every === 0, folder }, runner, outcome);
      runner.close();
    }),
  );
  return outcome;
}

async function tryFile(
  kind: HostileKind,
  {
    number,
    isAsked,
    folder,
  }: { readonly number: number; readonly isAsked: boolean; readonly folder: string },
  runner: Runner,
  outcome: Outcome,
): Promise<void> {
  const bytes = damaged(kind, number);
  const file = join(folder, `${kind.name.replaceAll(' ', '-')}-${number}.${kind.ending}`);
  writeFileSync(file, bytes);
  const beside = `${file}.beside`;
  if (kind.beside) writeFileSync(beside, kind.beside);
  const places: Readonly<Record<string, string>> = { FILE: file, BESIDE: beside, STAGE: firstStage(bytes) };
  let isKept = false;
  outcome.files += 1;
  if (isAsked) outcome.asked += 1;
  for (const verb of [['read', 'FILE'], ...(isAsked ? kind.verbs : [])]) {
    if (bytes.length > MOST_SEARCHED && SEARCHING.has(verb[0]!)) continue;
    const words = verb.map((word) => places[word] ?? word);
    let told = await runner.run(words);
    // What verbs before it have left in the process is not its own.
    if (typeof told === 'object' && told.memory > MEGABYTES) told = await runner.run(words);
    let how = fault(told, bytes);
    if (told === 'hung' && kind.isHard) {
      how = await endedByClock(words);
      if (how === undefined) outcome.ended += 1;
    }
    if (typeof told === 'object') {
      outcome.longest = Math.max(outcome.longest, told.seconds);
      if (verb[0] !== 'read' && told.ending === 'answered') outcome.answered += 1;
      if (verb[0] !== 'read' && told.ending === 'refused') outcome.refused += 1;
    }
    if (how === undefined) continue;
    isKept = true;
    const asked = verb.map((word) => basename(places[word] ?? word)).join(' ');
    outcome.broken.push({ words: asked, how });
    process.stderr.write(`${asked}: ${how}\n`);
  }
  if (!isKept) for (const path of [file, beside]) rmSync(path, { force: true });
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
  const said = unpacked(bytes);
  const own = words.find((word) => !said.includes(word));
  if (own !== undefined) return `says "${own}": ${told.text.split('\n').find((line) => line.includes(own))}`;
  return told.memory > MEGABYTES ? `${told.memory.toFixed(0)} MB` : undefined;
}

/** What the file says once it is unpacked, as far as it can be. */
function unpacked(bytes: Uint8Array): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    return Buffer.from(bytes);
  }
}

function hostileTable(outcomes: readonly Outcome[]): readonly string[] {
  const broken = outcomes.flatMap((outcome) => outcome.broken);
  return [
    '| files | damaged and read | of them through the verbs | verbs that answered | verbs that refused | ended by `--within` | longest, s | broken |',
    '|---|---|---|---|---|---|---|---|',
    ...outcomes.map(
      ({ name, files, asked, answered, refused, ended, longest, broken }) =>
        `| ${name} | ${files} | ${asked} | ${answered} | ${refused} | ${ended} | ${longest.toFixed(1)} | ${broken.length} |`,
    ),
    '',
    ...(broken.length === 0 ? ['Nothing broke.'] : broken.map(({ words, how }) => `- ${words}: ${how}`)),
  ];
}
