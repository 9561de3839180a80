/**
 * Dataflow regions of Vitis HLS (and Vivado HLS) as scenarios, from what a synthesis leaves behind:
 *
 * - `.autopilot/db/<region>.adb` of the solution: the processes, the channels with depth, width, writer and reader;
 * - `syn/report/csynth.xml`, `csynth.rpt`, `<module>_csynth.xml` or `<module>_csynth.rpt`: cycles, initiation intervals, trip counts;
 * - what a co-simulation saw of channels and processes, if it is there (vitis-cosim.ts).
 *
 * None of them tells how many elements pass a channel in one run of the region. A firing is one iteration of the innermost loop of a
 * process, and each iteration moves one element, of the process with fewer iterations; the other spreads them evenly over its own.
 */
import { LIMITS } from '../base/limits.ts';
import { counted } from '../base/plural.ts';
import type { Result } from '../base/result.ts';
import type { Link, SinkNode, StageNode } from '../scenario/scenario.ts';
import { type Imported, importedAs, type ModelFile } from './imported.ts';
import { childNamed, readingOf, refuseModel as refuse, whatIsRead } from './refusing.ts';
import {
  baseName,
  isSeenIndex,
  namedInIndex,
  type Seen,
  type SeenChannel,
  type SeenProcess,
  seenIn,
} from './vitis-cosim.ts';
import { cellsOf, cyclesOf, moduleReportOf, type Part, type Timing } from './vitis-reports.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** Which of the files it is; undefined of any other text. Its first 4096 characters are enough. */
export function vitisFileKind(
  text: string,
): 'region' | 'report' | 'summary' | 'moduleText' | 'seen' | undefined {
  const head = text.slice(0, 4096);
  if (isSeenIndex(head)) return 'seen';
  if (/<syndb[\s>]/.test(head)) return 'region';
  if (/<profile[\s>]/.test(head) && /<(?:ReportVersion|UserAssignments|RunData)[\s>]/.test(head))
    return 'report';
  if (/^== Synthesis Summary Report of '/m.test(head)) return 'summary';
  if (/^== (?:Vitis|Vivado) HLS Report for '/m.test(head)) return 'moduleText';
  return undefined;
}

/** `cycle`: seconds of one clock, for reports that do not tell. The files are those of one dataflow region. */
export function readVitisHls(files: readonly ModelFile[], cycle?: number): Result<Imported, string> {
  return whatIsRead(() => read(files, cycle));
}

/** Where the files stand, for whoever lacks one. */
const REGION_FILE = 'the .adb file of the region in .autopilot/db of the solution';
const REPORT_FILE = 'csynth.xml, or the _csynth.rpt of each process, in syn/report of the solution';

interface Process {
  readonly instance: string;
  readonly name: string;
}

interface Channel {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Places, or buffers of an array; unbounded where the file tells none. */
  readonly depth?: number;
  readonly bits: number;
  /** A stream, an array that is handed over whole (ping-pong buffer), or a number that is passed once a run. */
  readonly kind: 'stream' | 'array' | 'scalar';
}

interface Region {
  readonly name: string;
  readonly processes: readonly Process[];
  readonly channels: readonly Channel[];
}

/** How a process fires. */
interface Pace {
  /** Firings in one run; undefined where its trip count is not known. */
  readonly firings?: number;
  readonly cycles: number;
  readonly latency: number;
}

const isPipelined = ({ cycles, latency }: Pace): boolean => latency > cycles;

function read(files: readonly ModelFile[], cycle: number | undefined): Imported {
  const regions: Region[] = [];
  const timings: Timing[] = [];
  const named = namedInIndex(files);
  const readFile = ({ name, text }: ModelFile): void => {
    const kind = vitisFileKind(text);
    if (kind === 'region') regions.push(regionOf(root(text, name)));
    else if (kind === 'report') timings.push(reportOf(root(text, name)));
    else if (kind === 'summary') timings.push(summaryOf(text));
    else if (kind === 'moduleText') timings.push(moduleReportOf(text));
    else if (kind !== 'seen' && !named.has(baseName(name))) refuse('it is no file of Vitis HLS that is read');
  };
  for (const file of files)
    if (files.length > 1) readingOf(file.name, () => readFile(file));
    else readFile(file);
  const [region, other] = regions;
  if (!region)
    return refuse(`it does not tell which process writes to which channel: give ${REGION_FILE} with it`);
  if (other)
    refuse(`there are two dataflow regions, ${region.name} and ${other.name}: import them one by one`);
  if (timings.length === 0) refuse(`it tells no cycles: give ${REPORT_FILE} with it`);
  return new RegionReader(region, timings, seenIn(files), cycle).read();
}

const root = (text: string, name: string): XmlElement => {
  const parsed = parseXml(text);
  return parsed.ok ? parsed.value : refuse(`${parsed.error} (${name})`);
};

const SCALAR_CHANNEL = '2';
const ARRAY_CHANNEL = '1';

function regionOf(database: XmlElement): Region {
  const graph = below(database, 'cdfg') ?? refuse('expected <cdfg> in it');
  const name = textOf(graph, 'name') ?? 'region';
  const pipe =
    all(database, 'mDfPipe').find((each) => childNamed(each, 'process_list') !== undefined) ??
    refuse(`"${name}" is no dataflow region: expected the processes and channels of one`);
  const instances = new Map<string, string>();
  for (const inst of all(pipe, 'inst')) {
    const instance = textOf(inst, 'name');
    const id = inst.attributes.get('object_id');
    if (instance !== undefined && id !== undefined) instances.set(id, instance);
  }
  const processes = items(childNamed(pipe, 'process_list')).map((item) => {
    const instance = textOf(item, 'name') ?? refuse(`line ${item.line}: expected the name of a process`);
    return { instance, name: instance.replace(/_U\d+$/, '') };
  });
  const known = new Set(processes.map(({ instance }) => instance));
  const channels = items(childNamed(pipe, 'channel_list')).flatMap((item): readonly Channel[] => {
    const channel = textOf(item, 'name') ?? refuse(`line ${item.line}: expected the name of a channel`);
    const ends = (single: string, list: string): readonly string[] =>
      [childNamed(item, single), ...items(childNamed(item, list))].flatMap((pin) => {
        const inst = pin && childNamed(pin, 'inst');
        const end =
          (inst && textOf(inst, 'name')) ?? instances.get(inst?.attributes.get('object_id_reference') ?? '');
        return end === undefined ? [] : [end];
      });
    const [writers, readers] = [ends('source', 'source_list'), ends('sink', 'sink_list')];
    if (writers.length === 0 || readers.length === 0)
      refuse(
        `line ${item.line}: nobody ${writers.length === 0 ? 'writes to' : 'reads from'} channel "${channel}"`,
      );
    const stranger = [...writers, ...readers].find((each) => !known.has(each));
    if (stranger !== undefined)
      refuse(
        `line ${item.line}: channel "${channel}" ends at "${stranger}", which is no process of the region`,
      );
    const depth = [wholeIn(item, 'depth'), wholeIn(item, 'suggested_depth')].find((each) => each! >= 1);
    return writers.flatMap((from) =>
      readers.map((to) => ({
        ...{ name: channel, from, to },
        ...(depth !== undefined && { depth }),
        bits: wholeIn(item, 'bitwidth') ?? 0,
        kind:
          textOf(item, 'ctype') === ARRAY_CHANNEL
            ? 'array'
            : textOf(item, 'suggested_type') === SCALAR_CHANNEL
              ? 'scalar'
              : 'stream',
      })),
    );
  });
  return { name, processes, channels };
}

/** `csynth.xml`, of the whole design or of one module. */
function reportOf(profile: XmlElement): Timing {
  const cycle = Number(textOf(profile, 'UserAssignments', 'TargetClockPeriod')) * 1e-9;
  const elements = items(childNamed(profile, 'ModuleInformation'), 'Module');
  const moduleOf = new Map<string, string>();
  const hierarchy = childNamed(profile, 'RTLDesignHierarchy');
  const inside = new Map<string, readonly string[]>();
  for (const instance of hierarchy ? [...all(hierarchy, 'TopModule'), ...all(hierarchy, 'Instance')] : []) {
    const name = textOf(instance, 'ModuleName');
    if (name === undefined) continue;
    moduleOf.set(textOf(instance, 'InstName') ?? name, name);
    inside.set(
      name,
      items(childNamed(instance, 'InstancesList'), 'Instance').flatMap(
        (each) => textOf(each, 'InstName') ?? [],
      ),
    );
  }
  const byName = new Map(elements.map((element) => [textOf(element, 'Name') ?? '', element]));
  const top = textOf(profile, 'UserAssignments', 'TopModelName');
  if (elements.length === 0 && top !== undefined) byName.set(top, profile);
  const made = new Map<string, Part>();
  const moduleNamed = (name: string, within: readonly string[] = []): Part => {
    const known = made.get(name);
    if (known) return known;
    if (within.includes(name)) refuse(`module "${name}" holds itself`);
    if (within.length > MOST_LEVELS)
      refuse(`more than ${MOST_LEVELS} modules inside each other, at "${name}"`);
    const around = [...within, name];
    const estimates = byName.get(name) && childNamed(byName.get(name)!, 'PerformanceEstimates');
    const overall = estimates && childNamed(estimates, 'SummaryOfOverallLatency');
    const loops = (childNamed(estimates ?? profile, 'SummaryOfLoopLatency')?.children ?? []).map((loop) =>
      loopOf(loop, (instance) => moduleNamed(moduleOf.get(instance) ?? instance, around)),
    );
    const inLoops = new Set(
      (estimates ? all(estimates, 'InstanceList') : []).flatMap((list) =>
        list.children.map(({ text }) => text),
      ),
    );
    const direct = (inside.get(name) ?? []).filter((each) => !inLoops.has(each));
    const part: Part = {
      ...{ kind: 'module', name },
      ...cyclesOf('latency', overall && textOf(overall, 'Worst-caseLatency')),
      ...cyclesOf(
        'interval',
        overall && (textOf(overall, 'PipelineInitiationInterval') ?? textOf(overall, 'Interval-max')),
      ),
      parts: [...loops, ...direct.map((each) => moduleNamed(moduleOf.get(each) ?? each, around))],
    };
    made.set(name, part);
    return part;
  };
  return {
    modules: new Map([...byName.keys()].map((name) => [name, moduleNamed(name)])),
    moduleOf,
    ...(cycle > 0 && { cycle }),
  };
}

/** Modules inside each other; more than any design has. */
const MOST_LEVELS = 50;

const LOOP_FACTS = new Set(
  'Name Slack TripCount Latency AbsoluteTimeLatency PipelineII PipelineDepth PipelineType InstanceList IterationLatency'.split(
    ' ',
  ),
);

function loopOf(loop: XmlElement, moduleOf: (instance: string) => Part): Part {
  const nested = loop.children
    .filter(({ name }) => !LOOP_FACTS.has(name))
    .map((each) => loopOf(each, moduleOf));
  const instances = (childNamed(loop, 'InstanceList')?.children ?? []).map(({ text }) => moduleOf(text));
  return {
    ...{ kind: 'loop', name: textOf(loop, 'Name') ?? loop.name },
    ...cyclesOf('latency', textOf(loop, 'Latency')),
    ...cyclesOf('interval', textOf(loop, 'PipelineII')),
    ...cyclesOf('iterationLatency', textOf(loop, 'PipelineDepth') ?? textOf(loop, 'IterationLatency')),
    ...cyclesOf('trips', textOf(loop, 'TripCount')),
    parts: [...nested, ...instances],
  };
}

/** The table of modules and loops of `csynth.rpt`. */
function summaryOf(text: string): Timing {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^\s*\|\s*Modules\s*\|/.test(line));
  if (at < 0) refuse('expected the table of modules and loops in it');
  const [first, second] = [cellsOf(lines[at]!), cellsOf(lines[at + 1] ?? '')];
  const heads = first.map((head, i) => `${head.trim()} ${(second[i] ?? '').trim()}`.trim());
  const column = (name: string): number => {
    const found = heads.indexOf(name);
    return found >= 0 ? found : refuse(`line ${at + 1}: expected a column "${name}"`);
  };
  const columns = {
    latency: column('Latency (cycles)'),
    time: column('Latency (ns)'),
    iterationLatency: column('Iteration Latency'),
    interval: column('Interval'),
    trips: column('Trip Count'),
  };
  interface Row extends Part {
    readonly parts: Row[];
    readonly indent: number;
  }
  const open: Row[] = [];
  const modules = new Map<string, Part>();
  let cycle: number | undefined;
  for (const line of lines.slice(at + 3)) {
    if (/^\s*\+-/.test(line)) break;
    const cells = cellsOf(line);
    const [, spaces = '', mark, name] = /^( *)([+o]) +(\S.*?)\*? *$/.exec(cells[0] ?? '') ?? [];
    if (name === undefined) continue;
    const row: Row = {
      ...{ kind: mark === '+' ? 'module' : 'loop', name, parts: [], indent: spaces.length },
      ...cyclesOf('latency', cells[columns.latency]),
      ...cyclesOf('iterationLatency', cells[columns.iterationLatency]),
      ...cyclesOf('interval', cells[columns.interval]),
      ...cyclesOf('trips', cells[columns.trips]),
    };
    while (open.length > 0 && open.at(-1)!.indent >= row.indent) open.pop();
    open.at(-1)?.parts.push(row);
    open.push(row);
    if (row.kind === 'module') modules.set(name, row);
    const time = Number(cells[columns.time]);
    if (cycle === undefined && row.latency! > 0 && time > 0)
      cycle = Number(((time / row.latency!) * 1e-9).toPrecision(DIGITS_OF_TIMES));
  }
  return { modules, moduleOf: new Map(), ...(cycle !== undefined && { cycle }) };
}

/** With which the summary rounds times. */
const DIGITS_OF_TIMES = 3;

class RegionReader {
  readonly #region: Region;
  readonly #timings: readonly Timing[];
  readonly #seen: Seen;
  readonly #cycle: number;
  readonly #remarks: string[] = [];
  readonly #paces = new Map<string, Pace>();
  readonly #ids = new Map<string, string>();
  readonly #unknownCycles: string[] = [];
  readonly #unknownTrips: string[] = [];
  readonly #averaged: string[] = [];
  readonly #overhead: string[] = [];
  readonly #fromRuns: string[] = [];

  constructor(region: Region, timings: readonly Timing[], seen: Seen, cycle: number | undefined) {
    this.#region = region;
    this.#timings = timings;
    this.#seen = seen;
    const told = cycle ?? timings.find((each) => each.cycle !== undefined)?.cycle;
    this.#cycle = told ?? 1;
    this.#remarks.push(
      `One clock is taken as ${told === undefined ? '1 s: the reports do not tell it' : nanoseconds(told)}.`,
    );
  }

  read(): Imported {
    const { channels, processes } = this.#region;
    const kept = channels.filter(({ kind }) => kind !== 'scalar');
    this.#left('channels that pass a number once a run', channels, 'scalar');
    const isUsed = ({ instance }: Process): boolean =>
      processes.length === 1 || kept.some(({ from, to }) => from === instance || to === instance);
    const alone = processes.filter((each) => !isUsed(each)).map(({ name }) => name);
    if (alone.length > 0)
      this.#remarks.push(`Left out: processes without a stream or array: ${alone.join(', ')}.`);
    const used = processes.filter(isUsed);
    if (used.length === 0) refuse(`no process of "${this.#region.name}" has a stream or an array`);
    for (const process of used) this.#name(process);
    for (const process of used) this.#paces.set(process.instance, this.#paceOf(process, kept));
    const links = this.#links(kept);
    const nodes = used.map((process) => this.#stage(process, kept));
    for (const { instance } of used)
      if (!kept.some(({ to }) => to === instance)) {
        // As many tokens as runs or iterations may be under way, so that its own time alone limits it.
        const { cycles, latency } = this.#paces.get(instance)!;
        const id = this.#ids.get(instance)!;
        links.push({ from: id, to: id, initialTokens: Math.ceil(latency / cycles) });
      }
    const last = used.filter(({ instance }) => !kept.some(({ from }) => from === instance));
    const sink: SinkNode = { id: this.#free('output'), kind: 'sink', name: 'Output' };
    for (const { instance } of last) links.push({ from: this.#ids.get(instance)!, to: sink.id });
    const remarks = this.#allRemarks(kept);
    return importedAs({
      ...{ program: 'Vitis HLS', name: this.#region.name, remarks },
      ...{ nodes: last.length > 0 ? [...nodes, sink] : nodes, links },
    });
  }

  #left(what: string, channels: readonly Channel[], kind: Channel['kind']): void {
    const names = [...new Set(channels.filter((each) => each.kind === kind).map(({ name }) => name))];
    if (names.length > 0) this.#remarks.push(`Left out: ${what}: ${names.join(', ')}.`);
  }

  #allRemarks(kept: readonly Channel[]): readonly string[] {
    const named = (words: string, names: readonly string[]): readonly string[] =>
      names.length > 0 ? [`${words}: ${names.join(', ')}.`] : [];
    const arrays = [...new Set(kept.filter(({ kind }) => kind === 'array').map(({ name }) => name))];
    const hasIterations = [...this.#paces.values()].some(({ firings }) => firings !== 1);
    return [
      ...this.#remarks,
      ...(hasIterations
        ? [
            'The reports do not tell how many elements pass a channel. A firing is one iteration of a process; each moves one element, of the process with fewer iterations, and the other spreads them evenly over its own.',
          ]
        : []),
      ...named('Arrays are handed over whole, one buffer a run', arrays),
      ...named('Cycles are not known, one stands for them until you set the service', this.#unknownCycles),
      ...named('Trip counts are not known, each firing moves one element', this.#unknownTrips),
      ...named('Loops one after the other, taken as evenly spaced iterations', this.#averaged),
      ...named('Left out: clocks of a run besides its iterations', this.#overhead),
      ...named('Cycles from the one run that co-simulation saw, without its waiting', this.#fromRuns),
      ...this.#seenRemarks(kept),
      ...this.#early(kept),
      'Streams at the border are never short and never full here: processes without an input start whenever there is room, and what those without an output do is counted at Output.',
    ];
  }

  /** Arrays at processes that fire once an iteration: they are held for a run there, and for an iteration here. */
  #early(kept: readonly Channel[]): readonly string[] {
    const iterates = (instance: string): boolean => this.#paces.get(instance)!.firings !== 1;
    const names = new Set(
      kept
        .filter(({ kind, from, to }) => kind === 'array' && (iterates(from) || iterates(to)))
        .map(({ name }) => name),
    );
    return names.size === 0
      ? []
      : [
          `Arrays of processes that also have streams: ${[...names].join(', ')}. Here their buffers are taken in the last iteration of the writer and come free after the first of the reader; in Vitis both hold them for a whole run, so the design may be slower than shown.`,
        ];
  }

  /** What co-simulation saw of a channel or a process of this region; undefined where it did not, or where several have that name. */
  #seenOf<Told>(
    all: readonly { readonly path: string; readonly instance: string; readonly seen: Told }[],
    instance: string,
  ): Told | undefined {
    const named = all.filter((each) => each.instance === instance);
    const here = named.filter(({ path }) => isPathOf(path, this.#region.name));
    const [found, other] = here.length > 0 ? here : named;
    return other ? undefined : found?.seen;
  }

  #seenRemarks(kept: readonly Channel[]): readonly string[] {
    const { channels, missing } = this.#seen;
    if (channels.length === 0 && missing.length === 0 && this.#seen.processes.length === 0) return [];
    const found = [...new Map(kept.map((channel) => [channel.name, channel])).values()].flatMap((channel) => {
      const seen = this.#seenOf(channels, `${channel.name}_U`);
      return seen ? [{ ...channel, seen }] : [];
    });
    const list = (
      words: string,
      of: readonly (typeof found)[number][],
      told: (each: (typeof found)[number]) => string,
    ): readonly string[] => (of.length > 0 ? [`${words}: ${of.map(told).join(', ')}.`] : []);
    const share = (clocks: number, seen: SeenChannel): string =>
      `${counted(clocks, 'clock')} of ${seen.clocks.toLocaleString('en')}`;
    return [
      ...list('Most elements at once in co-simulation', found, ({ name, depth, seen }) =>
        depth === undefined ? `${name} ${seen.mostInside}` : `${name} ${seen.mostInside} of ${depth}`,
      ),
      ...list(
        'Writers that a full channel blocked in co-simulation',
        found.filter(({ seen }) => seen.writerHeld > 0),
        ({ name, seen }) => `of ${name} ${share(seen.writerHeld, seen)}`,
      ),
      ...list(
        'Readers that waited for elements in co-simulation',
        found.filter(({ seen }) => seen.readerHeld > 0),
        ({ name, seen }) => `of ${name} ${share(seen.readerHeld, seen)}`,
      ),
      ...(found.length === 0 && channels.length > 0
        ? [`Co-simulation tells of no channel of ${this.#region.name}.`]
        : []),
      ...(missing.length > 0
        ? [`The tables of co-simulation name files that are not there, of: ${missing.join(', ')}.`]
        : []),
    ];
  }

  #name({ instance, name }: Process): void {
    this.#ids.set(instance, this.#free(name));
  }

  /** An id that no process has yet. */
  #free(name: string): string {
    const taken = new Set(this.#ids.values());
    let id = name.slice(0, LIMITS.id);
    for (let n = 2; taken.has(id); n++) id = `${name.slice(0, LIMITS.id - String(n).length - 1)}_${n}`;
    return id;
  }

  /** The report of a module that another one only names. */
  #reported(name: string): Part | undefined {
    return this.#timings
      .flatMap(({ modules }) => modules.get(name) ?? [])
      .find(({ parts }) => parts.length > 0);
  }

  #moduleOf({ instance, name }: Process): Part | undefined {
    for (const { modules, moduleOf } of this.#timings) {
      const found = modules.get(moduleOf.get(instance) ?? name);
      if (found) return found;
    }
    return undefined;
  }

  #paceOf(process: Process, kept: readonly Channel[]): Pace {
    const module = this.#moduleOf(process);
    const { instance, name } = process;
    const hasStream = kept.some(
      ({ kind, from, to }) => kind === 'stream' && (from === instance || to === instance),
    );
    const leaves = module && hasStream ? innermost(module, 1, (named) => this.#reported(named)) : [];
    const [only] = leaves;
    const seen = this.#seenOf(this.#seen.processes, instance);
    const own = only === undefined && module?.interval === undefined && seen ? ownCycles(seen) : undefined;
    if (own !== undefined) {
      this.#fromRuns.push(`${name} ${own}`);
      return { firings: 1, cycles: own, latency: own };
    }
    const run = Math.max(module?.interval ?? module?.latency ?? 1, 1);
    if (only === undefined) {
      if (module?.interval === undefined && module?.latency === undefined) this.#unknownCycles.push(name);
      return { firings: 1, cycles: run, latency: Math.max(module?.latency ?? run, run) };
    }
    const firings = total(leaves.map(({ trips }) => trips));
    if (firings === undefined) this.#unknownTrips.push(name);
    if (leaves.length === 1 && only.cycles !== undefined) {
      const besides = firings === undefined ? 0 : (module?.interval ?? 0) - firings * only.cycles;
      if (besides > 0) this.#overhead.push(`${name} ${besides} of ${module!.interval}`);
      return { ...has('firings', firings), cycles: only.cycles, latency: only.latency ?? only.cycles };
    }
    this.#averaged.push(name);
    if (firings === undefined || module?.interval === undefined) {
      this.#unknownCycles.push(name);
      return { ...has('firings', firings), cycles: 1, latency: 1 };
    }
    const cycles = Math.max(module.interval, 1) / firings;
    return { firings, cycles, latency: cycles };
  }

  #stage({ instance, name }: Process, kept: readonly Channel[]): StageNode {
    const pace = this.#paces.get(instance)!;
    const { cycles, latency } = pace;
    const widths = new Set(
      kept.filter(({ to, bits }) => to === instance && bits > 0).map(({ bits }) => bits),
    );
    const [width] = widths;
    if (widths.size > 1)
      this.#remarks.push(
        `${name} takes elements of ${[...widths].join(', ')} bits; a stage has one size, so it has none here.`,
      );
    const isUnknown = this.#unknownCycles.includes(name);
    // A pipeline takes elements before it knows of room for their results, and holds these.
    const writers = kept.filter(({ to }) => to === instance).map(({ from }) => this.#paces.get(from)!);
    const isBehindPipeline = (writers.length > 0 ? writers : [pace]).some(isPipelined);
    return {
      ...{ id: this.#ids.get(instance)!, kind: 'stage' },
      ...(isUnknown && { name: `${name} (cycles unknown)`.slice(0, LIMITS.name) }),
      ...{ firing: 'everyInput', whenFull: isBehindPipeline ? 'block' : 'blockBefore', platform: 'fpga' },
      ...(widths.size === 1 && { unitBytes: width! / 8 }),
      service: { distribution: 'deterministic', mean: this.#inSeconds(cycles) },
      ...(isPipelined(pace) && { pipelineLatency: this.#inSeconds(latency) }),
    };
  }

  /** Time of so many clock cycles, s; rounded, since a clock such as 10 ns has no finite binary fraction. */
  #inSeconds(cycles: number): number {
    return Number((cycles * this.#cycle).toPrecision(15));
  }

  /** A pair of stages has one link: of channels beside each other with the same elements, only the least deep ever makes anybody wait. */
  #links(kept: readonly Channel[]): Link[] {
    const pairs = new Map<string, Channel[]>();
    for (const channel of kept) {
      const pair = `${channel.from} ${channel.to}`;
      pairs.set(pair, [...(pairs.get(pair) ?? []), channel]);
    }
    return [...pairs.values()].map((beside) => {
      const least = beside.reduce((a, b) => ((b.depth ?? Infinity) < (a.depth ?? Infinity) ? b : a));
      const deep = ({ name, depth }: Channel): string => `${name} (${depth ?? 'no'} deep)`;
      if (beside.length > 1)
        this.#remarks.push(
          `${counted(beside.length, 'channel')} lead from ${this.#ids.get(least.from)} to ${this.#ids.get(least.to)}, here one link as deep as the least: ${beside.map(deep).join(', ')}. Other depths hold if they do not carry as many elements.`,
        );
      if (least.depth === undefined)
        this.#remarks.push(`Channel ${least.name} has no depth in the file and no bound here.`);
      return this.#link(least);
    });
  }

  #link({ name, from, to, depth, kind }: Channel): Link {
    const [writes, reads] = [this.#paces.get(from)!.firings, this.#paces.get(to)!.firings];
    const elements =
      writes === undefined || reads === undefined
        ? undefined
        : kind === 'array'
          ? 1
          : Math.min(writes, reads);
    const produced = elements === undefined ? undefined : spread(writes!, elements, name, Math.floor);
    const consumed = elements === undefined ? undefined : spread(reads!, elements, name, Math.ceil);
    return {
      ...{ from: this.#ids.get(from)!, to: this.#ids.get(to)! },
      ...has('depth', depth),
      ...has('produced', produced),
      ...has('consumed', consumed),
    };
  }
}

/** Clocks of a run without those in which the process stood still; undefined unless co-simulation saw one run, and that to its end. */
const ownCycles = ({ latency, interval, standstill }: SeenProcess): number | undefined =>
  latency === undefined || interval !== undefined || latency <= standstill ? undefined : latency - standstill;

/** Whether the last of the instances of a path is the region: itself at the top, `grp_<region>_fu_38` or `<region>_U0` inside. */
function isPathOf(path: string, region: string): boolean {
  const last = path.split('.').at(-1)!;
  return (
    path === '' || last === region || last.replace(/^grp_/, '').replace(/_(?:fu_\d+|U\d+)$/, '') === region
  );
}

/** Instances of modules in a process; more than any design has. */
const MOST_PARTS = 100_000;

/** Innermost loops of a part that runs `runs` times, with their iterations in all. */
function innermost(
  part: Part,
  runs: number | undefined,
  reported: (name: string) => Part | undefined,
  left = { parts: MOST_PARTS },
  level = 0,
): readonly { readonly trips?: number; readonly cycles?: number; readonly latency?: number }[] {
  const trips = part.kind === 'module' ? runs : total([runs, part.trips], (a, b) => a * b);
  const parts =
    part.kind === 'module' && part.parts.length === 0 ? (reported(part.name)?.parts ?? []) : part.parts;
  if (level > 2 * MOST_LEVELS)
    refuse(`more than ${MOST_LEVELS} modules inside each other, at "${part.name}"`);
  left.parts -= parts.length;
  if (left.parts < 0)
    refuse(`more than ${MOST_PARTS} modules and loops inside each other, at "${part.name}"`);
  const inside = parts.flatMap((each) => innermost(each, trips, reported, left, level + 1));
  if (part.kind === 'module' || inside.length > 0) return inside;
  return [
    {
      ...has('trips', trips),
      ...has('cycles', part.interval ?? part.iterationLatency),
      ...has('latency', part.iterationLatency),
    },
  ];
}

/** The sum, or what `join` makes of them; unknown where one is. */
const total = (
  numbers: readonly (number | undefined)[],
  join = (a: number, b: number): number => a + b,
): number | undefined => {
  let all: number | undefined = numbers[0];
  for (const each of numbers.slice(1))
    all = all === undefined || each === undefined ? undefined : join(all, each);
  return all;
};

/** How `elements` lie in `firings`, evenly, in the shortest list of phases; undefined of one in each. */
function spread(
  firings: number,
  elements: number,
  channel: string,
  round: (value: number) => number,
): readonly number[] | undefined {
  if (elements === firings) return undefined;
  if (!Number.isSafeInteger(firings) || !Number.isSafeInteger(elements))
    refuse(`channel "${channel}" would have more elements or firings than can be counted`);
  const shared = commonDivisor(firings, elements);
  const [phases, tokens] = [firings / shared, elements / shared];
  if (phases > LIMITS.values)
    refuse(`channel "${channel}" would take turns of ${phases} phases; expected at most ${LIMITS.values}`);
  return Array.from(
    { length: phases },
    (_, i) => round(((i + 1) * tokens) / phases) - round((i * tokens) / phases),
  );
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

const has = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });

const nanoseconds = (value: number): string => `${Number((value * 1e9).toPrecision(12))} ns`;

const items = (list: XmlElement | undefined, name = 'item'): readonly XmlElement[] =>
  (list?.children ?? []).filter((each) => each.name === name);

/** All with that name below an element, in the order of the file. */
const all = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.flatMap((each) => [...(each.name === name ? [each] : []), ...all(each, name)]);

const below = (element: XmlElement, name: string): XmlElement | undefined => all(element, name)[0];

const textOf = (element: XmlElement, ...path: readonly string[]): string | undefined => {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at && childNamed(at, name);
  return at === undefined || at.text === '' ? undefined : at.text;
};

const wholeIn = (element: XmlElement, name: string): number | undefined => {
  const value = Number(textOf(element, name));
  return Number.isSafeInteger(value) ? value : undefined;
};
