/**
 * Damaged files of every kind through the verbs that read them: each must end within its time, with an answer or a refusal that
 * says something. Verbs run in a child process, which is started anew when one hangs or the memory grows too large.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { build } from 'vite';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { encodeShareLink } from '../core/scenario/share-link.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import { encodeReduced } from '../workers/measure/reduced-json.ts';
import { Dice } from './dice.ts';
import { extremeScenario } from './extreme-scenario.ts';
import type { Told } from './hostile-verbs.ts';
import { mutated } from './mutate.ts';

const FOLDER = fileURLToPath(new URL('../public', import.meta.url));
/** Verbs that search for minutes in what a large file holds, damaged or not: they get the small ones. */
const SEARCHING = new Set(['fit', 'verdict']);
const MOST_SEARCHED = 8_000;
const SECONDS = 10;
const SEARCHING_SECONDS = 60;
const secondsOf = (verb: string | undefined): number =>
  SEARCHING.has(verb ?? '') ? SEARCHING_SECONDS : SECONDS;
const MEGABYTES = 500;
/** Where the damaged files that broke something are kept; a folder of the system otherwise. */
const KEPT = process.env.HOSTILE_RESULTS;

interface Kind {
  readonly name: string;
  readonly files: readonly Uint8Array[];
  readonly ending: string;
  /** Words of the command line; FILE is the damaged file. */
  readonly verbs: readonly (readonly string[])[];
  /** How a file is damaged, or made; default: one to three faults in one of `files`. */
  readonly made?: (dice: Dice) => Uint8Array;
}

const MEASUREMENT_VERBS: Kind['verbs'] = [
  ['check', 'FILE'],
  ['fit', 'FILE', '--bootstraps', '0'],
  ['estimate', 'FILE'],
  ['verdict', 'FILE', '--replications', '39'],
  ['compare', join(FOLDER, 'examples', 'mercury-run-1.json'), 'FILE'],
];

interface Broken {
  readonly kind: string;
  readonly number: number;
  readonly words: string;
  readonly how: string;
}

/** The examples of every format, as bytes. */
async function kindsOfFiles(): Promise<readonly Kind[]> {
  const measurements = join(FOLDER, 'measurements');
  const read = (folder: string, wanted: RegExp): Uint8Array[] =>
    readdirSync(folder)
      .filter((name) => wanted.test(name))
      .map((name) => readFileSync(join(folder, name)));
  const virtual = join(measurements, 'virtual-queues');
  const table = (files: readonly Uint8Array[], name: string, ending: string): Kind => ({
    ...{ name, files, ending, verbs: MEASUREMENT_VERBS },
  });
  const scenarios = read(join(FOLDER, 'examples'), /json$/);
  const texts = scenarios.map((bytes) => Buffer.from(bytes).toString());
  const sound = texts.map(readScenarioText).flatMap((read) => (read.ok ? [read.value] : []));
  const reduced = await reducedTexts(read(measurements, /events\.csv|hist|counters/));
  const links = await Promise.all(texts.map(linkOf));
  const studies = texts.map((text) => Buffer.from(studyOf(text)));
  return [
    table(
      [...read(measurements, /^(template|mm1|mercury).*csv$/), ...read(virtual, /csv$/)],
      'tables in CSV',
      'csv',
    ),
    table([...read(virtual, /json$/), ...jsonDocuments()], 'tables in JSON', 'json'),
    table(read(measurements, /ndjson/), 'rows in JSON', 'ndjson'),
    table(read(measurements, /opentelemetry/), 'OTLP', 'json'),
    table(read(measurements, /jaeger/), 'Jaeger', 'json'),
    table(read(measurements, /zipkin/), 'Zipkin', 'json'),
    table(read(measurements, /chrome-trace/), 'Chrome trace', 'json'),
    table(read(measurements, /bpftrace|bcc/), 'printed histograms', 'txt'),
    table(read(measurements, /hlog/), 'HdrHistogram', 'hlog'),
    table(read(measurements, /template-levels/), 'table of levels', 'csv'),
    table(read(measurements, /xes/), 'XES', 'xes'),
    table(read(measurements, /event-log|arrivals/), 'event logs', 'csv'),
    table(read(measurements, /prometheus/), 'Prometheus', 'json'),
    table(read(measurements, /weh/), 'Weh', 'json'),
    table(read(measurements, /timetrial/), 'TimeTrial', 'csv'),
    table(read(measurements, /bayes/), 'bayes-qnet', 'txt'),
    table(read(measurements, /web-requests/), 'mapped CSV', 'csv'),
    table(parquetFiles(), 'Parquet', 'parquet'),
    { name: 'reduced', files: reduced, ending: 'json', verbs: [['reduced', 'FILE']] },
    {
      name: 'scenario',
      files: scenarios,
      ending: 'json',
      verbs: [
        ['check', 'FILE'],
        ['solve', 'FILE'],
        ['bounds', 'FILE'],
        ['transient', 'FILE', '--steps', '5'],
      ],
    },
    {
      ...{ name: 'valid scenario', files: [], ending: 'json' },
      made: (dice) => Buffer.from(JSON.stringify(extremeScenario(sound, dice))),
      verbs: [
        ['solve', 'FILE'],
        ['transient', 'FILE', '--steps', '5'],
        ['bounds', 'FILE'],
        ['chain-size', 'FILE'],
        ['size', 'FILE', '--stage', 'STAGE', '--below', '1e-6'],
      ],
    },
    { name: 'study', files: studies, ending: 'json', verbs: [['study', 'FILE']] },
    { name: 'link', files: links, ending: 'txt', verbs: [['link', 'FILE']] },
  ];
}

const EVENTS = ['10', '15', '1600', '1650', '1700', '2100'].map((time, row) => ({
  ...{ queueId: row % 3 === 2 ? 'r' : 'q', time: Number(time), kind: 'IIDD'[row % 4], count: 1 },
}));

/** Documents with every table. */
function jsonDocuments(): Uint8Array[] {
  const common = {
    qtm: 1,
    time: { unit: 'us' },
    queues: [{ queueId: 'q', dest: '1b', capacity: 9, servers: 1 }],
  };
  const documents = [
    { ...common, events: EVENTS },
    {
      ...common,
      frames: [{ frameId: 0, start: '0', end: '5000' }],
      counters: [
        { queueId: 'q', timestamp: 5, inCount: 2, outCount: 1 },
        { queueId: 'q', timestamp: 9, inCount: 8, outCount: 3 },
      ],
    },
    {
      ...common,
      tc: [
        { queueId: 'q', end: 'head', time: 10, period: 10, count: 4 },
        { queueId: 'q', end: 'head', time: 20, period: 10, count: 6 },
      ],
      scalars: [{ queueId: 'q', metric: 'utilization', value: 0.5 }],
    },
    {
      ...common,
      hist: [
        { queueId: 'q', metric: 'occupancy', binLow: [0, 1, 2], binHigh: [0, 1, 'inf'], weight: [5, 3, 2] },
        { queueId: 'q', metric: 'service', binLow: [0, 10, 20], binHigh: [10, 20, 30], weight: [50, 30, 20] },
      ],
    },
    {
      ...common,
      tasks: [
        { task: 1, step: 0, queue: 'q', arrival: 1, departure: 5 },
        { task: 1, step: 1, queue: 'r', arrival: 5, departure: 9 },
      ],
    },
  ];
  return documents.map((document) => Buffer.from(JSON.stringify(document)));
}

function parquetFiles(): Uint8Array[] {
  const column = (key: keyof (typeof EVENTS)[number]) => EVENTS.map((row) => row[key]);
  const events = [
    { name: 'queueId', data: column('queueId') as string[] },
    { name: 'time', data: column('time') as number[] },
    { name: 'kind', data: column('kind') as string[] },
  ];
  const visits = [
    { name: 'start_ms', data: EVENTS.map(({ time }) => time) },
    { name: 'end_ms', data: EVENTS.map(({ time }) => time + 30) },
  ];
  return [events, visits].map((columnData) => new Uint8Array(parquetWriteBuffer({ columnData })));
}

async function reducedTexts(files: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const texts: Uint8Array[] = [];
  for (const bytes of files) {
    const reduced = await reduceMeasurement(new Blob([new Uint8Array(bytes)]), { fileName: 'f' });
    if (reduced.ok) texts.push(Buffer.from(encodeReduced(reduced.value)));
  }
  return texts;
}

async function linkOf(text: string): Promise<Uint8Array> {
  const scenario = readScenarioText(text);
  return Buffer.from(scenario.ok ? await encodeShareLink(scenario.value) : '1.x');
}

function studyOf(text: string): string {
  const scenario = JSON.parse(text) as { nodes: { id: string; kind: string }[] };
  const stage = scenario.nodes.find(({ kind }) => kind === 'stage')?.id ?? 'x';
  return JSON.stringify({
    ...{ format: 'stagegraph-study', schemaVersion: 1, name: 'test', scenario },
    vary: [{ path: `${stage}.capacity`, values: [1, 2, 3] }],
    measures: [`${stage}.meanOccupancy`],
  });
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

/** What a process has used; the time since 1970 where the system does not tell. On a busy machine the clock says nothing. */
function processorSeconds({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Date.now() / 1000;
  }
}

interface Counts {
  files: number;
  answered: number;
  refused: number;
}

/** What no user should read, but where the file itself says it. */
const INNER_WORDS = /Broken assumption|TypeError|RangeError|\bundefined\b|\[object \w+\]|\bNaN\b/g;

/** `count` damaged files of each kind. */
export async function verifyHostile(
  count: number,
  first = 0,
): Promise<{ readonly lines: readonly string[]; readonly failed: boolean }> {
  const kinds = await kindsOfFiles();
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
        let isKept = false;
        const counted = counts.get(kind.name) ?? { files: 0, answered: 0, refused: 0 };
        counts.set(kind.name, counted);
        counted.files += 1;
        for (const verb of kind.verbs) {
          if (bytes.length > MOST_SEARCHED && SEARCHING.has(verb[0]!)) continue;
          const told = await runner.run(
            verb.map((word) => (word === 'FILE' ? file : word === 'STAGE' ? firstStage(bytes) : word)),
          );
          const how = fault(told, bytes);
          if (typeof told === 'object' && told.ending === 'answered') counted.answered += 1;
          if (typeof told === 'object' && told.ending === 'refused') counted.refused += 1;
          if (how === undefined) continue;
          isKept = true;
          const words = verb.map((word) => (word === 'FILE' ? basename(file) : basename(word))).join(' ');
          broken.push({ kind: kind.name, number, words, how });
          process.stderr.write(`${words}: ${how}\n`);
        }
        if (!isKept) rmSync(file);
      }
      runner.close();
    }),
  );
  rmSync(built, { recursive: true });
  if (KEPT === undefined) rmSync(folder, { recursive: true });
  return { lines: hostileTable(counts, broken), failed: broken.length > 0 };
}

function damaged({ name, files, made }: Kind, number: number): Uint8Array {
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
    '| files | damaged | verbs that answered | verbs that refused | broken |',
    '|---|---|---|---|---|',
    ...[...counts].map(
      ([name, { files, answered, refused }]) =>
        `| ${name} | ${files} | ${answered} | ${refused} | ${broken.filter(({ kind }) => kind === name).length} |`,
    ),
    '',
    ...(broken.length === 0 ? ['Nothing broke.'] : broken.map(({ words, how }) => `- ${words}: ${how}`)),
  ];
}
