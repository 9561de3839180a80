/** What `npm run verify hostile` damages: files of every format that is read, and the verbs that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { CENTRAL_SERVER, MM1K } from '../core/imports/jmt/jmt.test-support.ts';
import { reportXml, STREAM_ROWS, STREAMS, summary } from '../core/imports/vitis-hls.test-support.ts';
import { type ExportFormat, exportModel } from '../core/imports/write-model.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { encodeShareLink } from '../core/scenario/share-link.ts';
import {
  described,
  enhanced,
  pcap,
  section,
  together,
  udp,
} from '../workers/measure/formats/packet-capture.test-support.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import { encodeReduced } from '../workers/measure/reduced-json.ts';
import type { Dice } from './dice.ts';
import { extremeScenario } from './extreme-scenario.ts';
import { binary, mutated } from './mutate.ts';

const FOLDER = fileURLToPath(new URL('../public', import.meta.url));
/** Files as other programs wrote them. */
const OTHERS = fileURLToPath(new URL('../workers/measure/fixtures/others', import.meta.url));
const MERCURY = join(FOLDER, 'examples', 'mercury-run-1.json');

export interface HostileKind {
  readonly name: string;
  readonly files: readonly Uint8Array[];
  readonly ending: string;
  /** A sound file that tells the rest. */
  readonly beside?: Uint8Array;
  /** Words of the command line; FILE is the damaged file, BESIDE the one beside it. */
  readonly verbs: readonly (readonly string[])[];
  /** How a file is damaged, or made; default: one to three faults in one of `files`. */
  readonly made?: (dice: Dice) => Uint8Array;
  /** What is asked may take as long as it likes, if the verb tells of its way and `--within` ends it. */
  readonly isHard?: boolean;
}

const MEASUREMENT_VERBS: HostileKind['verbs'] = [
  ['check', 'FILE'],
  ['fit', 'FILE', '--bootstraps', '0'],
  ['estimate', 'FILE'],
  ['verdict', 'FILE', '--replications', '39'],
  ['compare', MERCURY, 'FILE'],
];
const TRACE_VERBS: HostileKind['verbs'] = [
  ...MEASUREMENT_VERBS,
  ['depths', 'FILE'],
  ['depths', 'FILE', '--least'],
  ['compare', MERCURY, 'FILE', '--replay'],
];
const SPAN_VERBS: HostileKind['verbs'] = [...MEASUREMENT_VERBS, ['trace', 'FILE']];
const TASK_VERBS: HostileKind['verbs'] = [
  ...MEASUREMENT_VERBS,
  ['estimate', 'FILE', '--posterior', '--sweeps', '50', '--rounds', '2'],
];

/** The examples of every format, as bytes. */
export async function hostileKinds(): Promise<readonly HostileKind[]> {
  const measurements = join(FOLDER, 'measurements');
  const read = (folder: string, wanted: RegExp): Uint8Array[] =>
    readdirSync(folder)
      .filter((name) => wanted.test(name))
      .map((name) => readFileSync(join(folder, name)));
  const virtual = join(measurements, 'virtual-queues');
  const table = (
    files: readonly Uint8Array[],
    name: string,
    ending: string,
    verbs = MEASUREMENT_VERBS,
  ): HostileKind => ({ name, files, ending, verbs });
  const scenarios = read(join(FOLDER, 'examples'), /json$/);
  const texts = scenarios.map((bytes) => Buffer.from(bytes).toString());
  const sound = texts.map(readScenarioText).flatMap((read) => (read.ok ? [read.value] : []));
  const reduced = await reducedTexts(read(measurements, /events\.csv|hist|counters/));
  const links = await Promise.all(texts.map(linkOf));
  const logs = [
    ...read(measurements, /hlog/),
    ...read(OTHERS, /hlog/).map((log) => Buffer.from(`${log}`.split('\n').slice(0, 8).join('\n'))),
  ];
  const studies = texts.map((text) => Buffer.from(studyOf(text)));
  return [
    table(
      [...read(measurements, /^(template|mm1|mercury|web).*csv$/), ...read(virtual, /csv$/)],
      'tables in CSV',
      'csv',
    ),
    table([...read(virtual, /json$/), ...jsonDocuments()], 'tables in JSON', 'json'),
    table(read(measurements, /ndjson/), 'rows in JSON', 'ndjson'),
    table(read(measurements, /opentelemetry|checkout-spans/), 'OTLP', 'json', SPAN_VERBS),
    table(read(measurements, /jaeger/), 'Jaeger', 'json', SPAN_VERBS),
    table(read(measurements, /zipkin/), 'Zipkin', 'json', SPAN_VERBS),
    table(read(measurements, /chrome-trace/), 'Chrome trace', 'json'),
    table(read(measurements, /(bpftrace|bcc).txt/), 'printed histograms', 'txt'),
    table([...read(measurements, /bpftrace.json/), ...bpftraceDocuments()], 'JSON of bpftrace', 'json'),
    table([...read(measurements, /percentiles/), ...percentileTables()], 'tables of percentiles', 'txt', [
      ...MEASUREMENT_VERBS,
      ['check', 'FILE', '--time-unit', 'ms'],
      ['fit', 'FILE', '--time-unit', 'us', '--bootstraps', '0'],
    ]),
    {
      ...table(logs, 'HdrHistogram', 'hlog'),
      made: (dice) => (dice.chance(0.5) ? mutated : withDamagedCounts)(dice.one(logs), dice),
    },
    table(read(measurements, /template-levels/), 'table of levels', 'csv'),
    table(read(measurements, /template-means/), 'table of means', 'csv'),
    table(read(measurements, /xes/), 'XES', 'xes'),
    table(read(measurements, /event-log|arrivals/), 'event logs', 'csv'),
    table([...read(measurements, /prometheus/), ...nativeAnswers()], 'Prometheus', 'json'),
    table([Buffer.from(METRICS_PAGE)], 'pages of Prometheus', 'txt'),
    table([...read(measurements, /weh/), Buffer.from(WEH_DUMP)], 'Weh', 'json'),
    table(read(measurements, /timetrial/), 'TimeTrial', 'csv'),
    table(read(measurements, /bayes/), 'bayes-qnet', 'txt', TASK_VERBS),
    table(foreignTables(), 'mapped CSV', 'csv'),
    table(parquetFiles(), 'Parquet', 'parquet'),
    table(read(measurements, /tasks|visits/), 'tasks and visits', 'csv', TASK_VERBS),
    table(read(measurements, /template-events|hls-branches/), 'events', 'csv', TRACE_VERBS),
    table(read(measurements, /vcd/), 'VCD', 'vcd', TRACE_VERBS),
    table(accessLogs(), 'access logs', 'log'),
    table(schedulerLogs(), 'perf sched', 'txt'),
    table(captures(), 'captures of packets', 'pcap'),
    { name: 'SDF3', files: [Buffer.from(SDF3)], ending: 'xml', verbs: MODEL_VERBS },
    { name: 'Petri nets', files: [Buffer.from(PNML)], ending: 'pnml', verbs: MODEL_VERBS },
    { name: 'models of LINE', files: [Buffer.from(LINE_MODEL)], ending: 'json', verbs: MODEL_VERBS },
    {
      ...{ name: 'simulation models of JMT', ending: 'jsimg', verbs: MODEL_VERBS },
      files: [Buffer.from(MM1K), ...exported(sound, 'jsimg')],
    },
    {
      ...{ name: 'analytic models of JMT', ending: 'jmva', verbs: MODEL_VERBS },
      files: [Buffer.from(CENTRAL_SERVER), ...exported(sound, 'jmva')],
    },
    {
      ...{ name: 'regions of Vitis HLS', ending: 'adb', verbs: [['import', 'FILE', 'BESIDE']] },
      files: [Buffer.from(STREAMS)],
      beside: Buffer.from(reportXml(STREAM_ROWS, 4)),
    },
    {
      ...{ name: 'reports of Vitis HLS', ending: 'xml', verbs: [['import', 'FILE', 'BESIDE']] },
      files: [reportXml(STREAM_ROWS, 4), summary(STREAM_ROWS)].map((text) => Buffer.from(text)),
      beside: Buffer.from(STREAMS),
    },
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
        ['render', 'FILE'],
        ['diff', MERCURY, 'FILE'],
        ['link', 'FILE'],
        ['export', 'FILE', '--to', 'jsimg'],
        ['export', 'FILE', '--to', 'jmva'],
      ],
    },
    {
      ...{ name: 'valid scenario', files: [], ending: 'json', isHard: true },
      made: (dice) => Buffer.from(JSON.stringify(extremeScenario(sound, dice))),
      verbs: [
        ['solve', 'FILE'],
        ['transient', 'FILE', '--steps', '5'],
        ['bounds', 'FILE'],
        ['chain-size', 'FILE'],
        ['export', 'FILE', '--to', 'jsimg'],
        ['export', 'FILE', '--to', 'jmva'],
        ['size', 'FILE', '--stage', 'STAGE', '--below', '1e-6'],
      ],
    },
    { name: 'study', files: studies, ending: 'json', verbs: [['study', 'FILE']] },
    {
      ...{ name: 'link', files: links, ending: 'txt', verbs: [['decode', 'FILE']] },
      made: (dice) => (dice.chance(0.5) ? mutated : withDamagedContent)(dice.one(links), dice),
    },
  ];
}

/** Visits, events and counters under names of their programs. */
function foreignTables(): Uint8Array[] {
  const rows = Array.from({ length: 30 }, (_, n) => n);
  const table = (head: string, row: (n: number) => string): Uint8Array =>
    Buffer.from(`${head}\n${rows.map(row).join('\n')}\n`);
  const objects = (row: (n: number) => object): Uint8Array =>
    Buffer.from(`${rows.map((n) => JSON.stringify(row(n))).join('\n')}\n`);
  return [
    table('start_ms,end_ms', (n) => `${n * 10},${n * 10 + 4 + (n % 7)}`),
    table('queue;arrival_s;departure_s', (n) => `s${n % 2};${n / 8};${n / 8 + 0.5}`),
    table('time_us\tqueue\tkind', (n) => `${n * 7}\tq\t${n % 2 ? 'D' : 'I'}`),
    table('stage|start_ms|end_ms', (n) => `s${n % 2}|${n * 10}|${n * 10 + 4 + (n % 7)}`),
    objects((n) => ({
      ts_ms: n * 7,
      requestId: `r${n}`,
      queue: 'mail',
      event: n % 2 ? 'dequeue' : 'enqueue',
    })),
    objects((n) => ({ start_ms: n * 10, end_ms: n * 10 + 4 + (n % 7) })),
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

/** What is packed in a link is damaged, and packed again. */
function withDamagedContent(link: Uint8Array, dice: Dice): Uint8Array {
  const [version, packed] = Buffer.from(link).toString().split('.');
  const content = mutated(inflateRawSync(Buffer.from(packed!, 'base64url')), dice);
  return Buffer.from(`${version}.${deflateRawSync(content).toString('base64url')}`);
}

/** The counts of one interval are damaged, and packed again. */
function withDamagedCounts(log: Uint8Array, dice: Dice): Uint8Array {
  const lines = Buffer.from(log).toString().split('\n');
  const intervals = lines.flatMap((text, line) => (/,HIST/.test(text) ? [line] : []));
  const line = dice.one(intervals);
  const at = lines[line]!.lastIndexOf(',') + 1;
  const packed = Buffer.from(lines[line]!.slice(at), 'base64');
  const counts = binary(inflateSync(packed.subarray(8)), dice);
  lines[line] =
    lines[line]!.slice(0, at) +
    Buffer.concat([packed.subarray(0, 8), deflateSync(counts)]).toString('base64');
  return Buffer.from(lines.join('\n'));
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

const MODEL_VERBS: HostileKind['verbs'] = [
  ['import', 'FILE'],
  ['check', 'FILE'],
  ['solve', 'FILE'],
];

/** The examples as models of JMT, as far as it has a place for them. */
const exported = (scenarios: readonly Scenario[], format: ExportFormat): Uint8Array[] =>
  scenarios.flatMap((scenario) => {
    const written = exportModel(scenario, format);
    return written.ok ? [Buffer.from(written.value.text)] : [];
  });

/** Native histograms over time, with a restart, and an answer at one time. */
function nativeAnswers(): Uint8Array[] {
  const native = (count: number, sum: number, ...buckets: (readonly [number, string, string, string])[]) => ({
    ...{ count: String(count), sum: String(sum), buckets },
  });
  const metric = { __name__: 'wait_seconds', queue: 'parse' };
  const data = [
    {
      resultType: 'matrix',
      result: [
        {
          metric,
          histograms: [
            [100, native(4, 1, [0, '0.1', '0.2', '4'])],
            [110, native(10, 3, [0, '0.1', '0.2', '6'], [0, '0.2', '0.4', '4'])],
            [120, native(5, 1, [3, '-0.001', '0.001', '2'], [0, '0.1', '0.2', '3'])],
          ],
        },
      ],
    },
    {
      resultType: 'vector',
      result: [
        { metric, histogram: [100, native(3, 9, [0, '2', '4', '3'])] },
        { metric: { __name__: 'depth', queue: 'parse' }, value: [100, '5'] },
      ],
    },
  ];
  return data.map((each) => Buffer.from(JSON.stringify({ status: 'success', data: each })));
}

/** Tables of percentiles of a program that names no unit, as text and as CSV, and one with a second behind it. */
function percentileTables(): Uint8Array[] {
  const rows = [
    ['1.0', '0.000000', '1', '1.00'],
    ['3.0', '0.500000', '5', '2.00'],
    ['9.0', '1.000000', '10', 'inf'],
  ];
  const csv = ['"Value","Percentile","TotalCount","1/(1-Percentile)"', ...rows.map((row) => row.join(','))];
  const text = [
    '       Value     Percentile TotalCount 1/(1-Percentile)\n',
    ...rows.map((row) => row.map((cell) => cell.padStart(14)).join(' ')),
    '#[Mean    =         3.60, StdDeviation   =         2.10]',
    '#[Max     =         9.00, Total count    =           10]',
  ];
  return [csv, text, [...csv, '#', 'next', ...csv]].map((lines) => Buffer.from(`${lines.join('\n')}\n`));
}

/** With keys, with open bins, over several lines, and between documents that are no histograms. */
function bpftraceDocuments(): Uint8Array[] {
  const bins = [
    { max: -1, count: 1 },
    { min: 0, max: 0, count: 2 },
    { min: 4, max: 7, count: 20 },
    { min: 100, count: 1 },
  ];
  const documents = [
    { type: 'attached_probes', data: { probes: 2 } },
    { type: 'printf', data: 'began\n' },
    { type: 'hist', data: { '@usecs': bins } },
    { type: 'lhist', data: { '@ns': { read: bins, write: bins.slice(2) } } },
    { type: 'map', data: { '@count': 5 } },
  ];
  return [undefined, 2].map((indent) =>
    Buffer.from(documents.map((document) => `${JSON.stringify(document, null, indent)}\n`).join('')),
  );
}

const WEH_DUMP = `{
  timestamp = 10000100
  sampledata = {
    queueId = 1
    inCount = 3995
    outCount = 3995
    timestamp = 10000000
    ----
    queueId = 2
    inCount = 120
    outCount = 118
    timestamp = 10000050
  }
}
{
  sampledata = {
    queueId = 1
    inCount = 4003
    outCount = 4000
    timestamp = 20000000
    ----
    queueId = 2
    inCount = 124
    outCount = 124
    timestamp = 20000050
  }
}
`;

const METRICS_PAGE = `# HELP wait_seconds Time in the queue.
# TYPE wait_seconds histogram
wait_seconds_bucket{queue="parse",le="0.1"} 6
wait_seconds_bucket{queue="parse",le="0.5"} 9
wait_seconds_bucket{queue="parse",le="+Inf"} 11 # {trace_id="7"} 0.05
wait_seconds_sum{queue="parse"} 3.25
wait_seconds_count{queue="parse"} 11 1700000000000
depth{queue="a \\"b\\""} 5
elements_in_total{queue="parse"} 903
`;

/** A graph with rates, times, first tokens and a depth. */
const PNML = `<?xml version="1.0"?>
<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><name><text>n</text></name><page id="g">
<place id="p"><initialMarking><text>2</text></initialMarking></place><place id="q"><capacity><value>4</value></capacity></place><place id="r"/>
<transition id="a"><rate><value>1.0</value></rate><timed><value>true</value></timed></transition><transition id="b"/>
<arc id="1" source="a" target="q"><inscription><text>2</text></inscription></arc><arc id="2" source="q" target="b"/>
<arc id="3" source="b" target="p"/><arc id="4" source="p" target="a"><inscription><value>Default,2</value></inscription></arc>
<arc id="5" source="b" target="r"/></page></net></pnml>`;

const LINE_MODEL = JSON.stringify({
  ...{ format: 'line-model', version: '1.0' },
  model: {
    ...{ type: 'Network', name: 'n' },
    nodes: [
      { name: 's', type: 'Source', service: { a: { type: 'Exp', params: { lambda: 1 } } } },
      {
        ...{
          name: 'q',
          type: 'Queue',
          scheduling: 'PS',
          servers: 2,
          buffer: 9,
          dropRule: { a: 'drop', b: 'drop' },
        },
        service: {
          a: { type: 'Erlang', params: { lambda: 9, k: 3 } },
          b: {
            type: 'PH',
            ph: {
              alpha: [1, 0],
              T: [
                [-2, 1],
                [0, -3],
              ],
            },
          },
        },
      },
      { name: 'd', type: 'Delay', service: { b: { type: 'Exp', fit: { method: 'fitMean', mean: 2 } } } },
      { name: 'w', type: 'ClassSwitch', classSwitchMatrix: { a: { a: 0.5, b: 0.5 } } },
      { name: 'out', type: 'Sink' },
    ],
    classes: [
      { name: 'a', type: 'Open' },
      { name: 'b', type: 'Open', priority: 1 },
    ],
    routing: {
      type: 'matrix',
      matrix: {
        'a,a': { s: { q: 1 }, q: { w: 1 }, w: { out: 1 } },
        'b,b': { w: { d: 1 }, d: { q: 0.5, out: 0.5 }, q: { out: 1 } },
      },
    },
    routingStrategies: { q: { a: 'RAND', b: 'RAND' } },
  },
});

const SDF3 = `<?xml version="1.0" encoding="UTF-8"?>
<sdf3 type="sdf" version="1.0"><applicationGraph name="decoder"><sdf name="decoder" type="G">
<actor name="vld" type="A0"><port name="p0" type="out" rate="594"/><port name="p1" type="in" rate="1"/><port name="p2" type="out" rate="1"/></actor>
<actor name="iq" type="A1"><port name="p0" type="in" rate="1"/><port name="p1" type="out" rate="1,0,2"/></actor>
<actor name="mc" type="A3"><port name="p0" type="in" rate="594"/></actor>
<channel name="a" srcActor="vld" srcPort="p0" dstActor="iq" dstPort="p0"/>
<channel name="b" srcActor="iq" srcPort="p1" dstActor="mc" dstPort="p0"/>
<channel name="v" srcActor="vld" srcPort="p2" dstActor="vld" dstPort="p1" initialTokens="1"/></sdf>
<sdfProperties>
<actorProperties actor="vld"><processor type="arm" default="true"><executionTime time="26018"/></processor></actorProperties>
<actorProperties actor="iq"><processor type="arm" default="true"><executionTime time="559,1,2"/></processor></actorProperties>
<actorProperties actor="mc"><processor type="arm" default="true"><executionTime time="10958"/></processor></actorProperties>
<channelProperties channel="a"><bufferSize sz="1188"/></channelProperties></sdfProperties></applicationGraph></sdf3>
`;

/** Captures of packets at one place, and at two: two captures one after the other, and a section of pcapng. */
function captures(): readonly Uint8Array[] {
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const seen = (part: number) => numbers.map((n) => ({ seconds: 5 + n, part, data: udp(n) }));
  const blocks = numbers.map((n) => enhanced(n % 2, BigInt(n) * 1_000_000n, udp(n >> 1)));
  return [
    pcap(seen(0)),
    together(pcap(seen(0)), pcap(seen(250), { little: false })),
    together(section(), described('eth0'), described('eth1'), ...blocks),
  ];
}

/** The table and the events, which are printed in two ways. */
function schedulerLogs(): Uint8Array[] {
  const log = (head: string, line: (n: number, time: string) => string): Uint8Array =>
    Buffer.from(
      `${head}\n${Array.from({ length: 60 }, (_, n) => line(n, `7937${Math.floor(n / 20)}.${String(n * 1009).padStart(6, '0')}`)).join('\n')}\n`,
    );
  const columns = '           time    cpu  task name                       wait time  sch delay   run time';
  return [
    log(
      columns,
      (n, time) => `  ${time} [000${n % 4}]  gcc[${300 + (n % 7)}]   ${n}.014      0.0${10 + n}      1.148`,
    ),
    log(
      `${columns}  state`,
      (n, time) => ` ${time} [0001]  a b[${n % 5}/9]  0.100  0.200  0.300  ${n % 3 ? 'S' : 'R'}`,
    ),
    log('# perf', (n, time) =>
      n % 2
        ? ` sh ${n} [001] ${time}: sched:sched_wakeup: comm=sh pid=${n % 9} prio=120 target_cpu=00${n % 3}`
        : ` cc1 9 [001] ${time}: sched:sched_switch: prev_comm=cc1 prev_pid=${(n + 7) % 9} prev_prio=120 prev_state=S ==> next_comm=sh next_pid=3 next_prio=120`,
    ),
  ];
}

/** With and without the time that a request took. */
function accessLogs(): Uint8Array[] {
  const log = (end: (row: number) => string): Uint8Array =>
    Buffer.from(
      Array.from(
        { length: 40 },
        (_, row) =>
          `192.0.2.${row % 9} - user [10/Oct/2026:13:55:${String(row).padStart(2, '0')} +0200] "GET /cart?n=${row} HTTP/1.1" ${row % 7 === 0 ? 404 : 200} ${row * 100}${end(row)}\n`,
      ).join(''),
    );
  return [
    log(() => ''),
    log((row) => ` "-" "agent" 0.0${10 + row}`),
    log((row) => ` "-" "a \\" b" rt=1.${100 + row}`),
  ];
}
