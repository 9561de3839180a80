/**
 * The verbs as tools for other programs, by one table: assistants (`cli/mcp.ts`) and HTTP clients (`cli/serve.ts`) get the
 * same inputs, schemas, limits and answers. A tool gets what came over a wire and trusts nothing of it.
 */

import { readFile, realpath, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { own } from '../core/base/own.ts';
import { TRUST } from '../core/measures/trust.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { inputFault, isObject } from '../core/scenario/input-fault.ts';
import { MAX_TEXT } from '../core/scenario/read-scenario.ts';
import { SCENARIO_FORMAT } from '../core/scenario/scenario.ts';
import { encodeShareLink } from '../core/scenario/share-link.ts';
import { answerTrust } from '../src/features/solve/trust-of.ts';
import type { SimulationResult } from '../workers/simulate/contract.ts';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import { BadInput } from './bad-input.ts';
import { textInWords } from './in-words.ts';
import {
  calibrate,
  check,
  compare,
  diff,
  estimate,
  explore,
  fit as fitTimes,
  link,
  render,
  seek,
  simulate,
  size,
  sizeDepths,
  solve,
  trace,
  traceDepths,
  verdict,
} from './index.ts';
import { OPTIONS, refuseOptions, type WithOptions } from './options.ts';
import { scenarioIn, soundScenario } from './scenarios.ts';

/** Bytes of one request. */
export const MOST_REQUEST = MAX_TEXT;
/** Bytes of a file in the folder. */
const MOST_FILE = 64 * 1024 * 1024;
/** Characters of a share link that mail programs leave whole. */
const MOST_LINK = 8000;
/** Numbers of a list that are told unless all are asked for. */
const MOST_LISTED = 20;

export interface ToolSettings {
  /** Whose files may be named; none without it. */
  readonly folder?: string | undefined;
  /** Address of the page, for links. */
  readonly base: string;
  /** A call takes at most so long, s. */
  readonly limit: number;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
}

type Input = Readonly<Record<string, unknown>>;

interface Tool {
  readonly description: string;
  /** What is asked about. */
  readonly about: readonly Subject[];
  /** Whose options it takes. */
  readonly options?: WithOptions;
  ask(asked: Asked): Promise<unknown>;
}

type Subject = 'scenario' | 'before' | 'after' | Content;
type Content = 'measurements' | 'spans';
const isContent = (subject: Subject): subject is Content => Object.hasOwn(CONTENTS, subject);

/** What is given as the content of a file. */
const CONTENTS = {
  measurements: 'Text of a measurement file; by default the measurements that the scenario holds.',
  spans: 'Spans of requests as JSON (OpenTelemetry, Tempo, Jaeger, Zipkin), as text.',
} as const satisfies Readonly<Record<Content, string>>;

interface Asked {
  /** As they came: an answer to `check` tells their errors. */
  readonly scenarios: readonly unknown[];
  readonly content: string | Uint8Array | undefined;
  /** Checked by the function of the library that they are handed to. */
  readonly options: never;
  readonly run: ToolCall;
}

/** What was read over a wire is checked by the functions of the library. */
const first = ({ scenarios }: Asked): never => scenarios[0] as never;
const contentOf = ({ content }: Asked, subject: Content): string | Uint8Array => {
  if (content === undefined)
    throw new BadInput([`expected ${subject}, the text of a file, or ${subject}File; got neither`]);
  return content;
};
const optionsOf = ({ options, run }: Asked): never => ({ ...(options as object), ...run }) as never;

export const TOOLS = {
  check: {
    description: 'Errors and warnings of a scenario, each with its place.',
    about: ['scenario'],
    ask: async (asked) => check(first(asked)),
  },
  solve: {
    description:
      'Analytic answer of a queueing network: throughput, utilization, number in system, times and percentiles of every stage, the bottleneck, and how far to trust it.',
    about: ['scenario'],
    options: 'solve',
    ask: async (asked) => solve(first(asked), optionsOf(asked)),
  },
  simulate: {
    description: 'Event simulation with 95 % confidence intervals; the same seed gives the same numbers.',
    about: ['scenario'],
    options: 'simulate',
    ask: async (asked) => simulate(first(asked), optionsOf(asked)),
  },
  compare: {
    description: 'The model against measurements, number by number, with a verdict in sentences.',
    about: ['scenario', 'measurements'],
    options: 'compare',
    ask: async (asked) => compare(first(asked), asked.content, optionsOf(asked)),
  },
  estimate: {
    description: 'Service rates of the servers behind measured queues.',
    about: ['measurements'],
    options: 'estimate',
    ask: async (asked) => estimate(contentOf(asked, 'measurements'), optionsOf(asked)),
  },
  fit: {
    description:
      'Distributions of the times behind each measured queue, ranked; models of stations where only levels were measured.',
    about: ['measurements'],
    options: 'fit',
    ask: async (asked) => fitTimes(contentOf(asked, 'measurements'), optionsOf(asked)),
  },
  calibrate: {
    description:
      'Unknown inputs of a scenario from measurements, with intervals, and the scenario with the found values in it.',
    about: ['scenario', 'measurements'],
    options: 'calibrate',
    ask: async (asked) => calibrate(first(asked), asked.content, optionsOf(asked)),
  },
  verdict: {
    description:
      'Whether the data accept the model of each queue between two platforms: its occupancy, replayed from its measured ends.',
    about: ['measurements'],
    options: 'verdict',
    ask: async (asked) => verdict(contentOf(asked, 'measurements'), optionsOf(asked)),
  },
  trace: {
    description:
      'Where the time of requests to services went, from their spans, and a scenario drawn from them.',
    about: ['spans'],
    options: 'trace',
    ask: async (asked) => trace(contentOf(asked, 'spans'), optionsOf(asked)),
  },
  explore: {
    description: 'The answer at other values of inputs: one row for every design.',
    about: ['scenario'],
    options: 'explore',
    ask: async (asked) => explore(first(asked), optionsOf(asked)),
  },
  seek: {
    description:
      'The design that reaches a goal, such as "smallest K at 1b with P_BP <= 1e-6", and how that is proven.',
    about: ['scenario'],
    options: 'seek',
    ask: async (asked) => seek(first(asked), optionsOf(asked)),
  },
  size: {
    description:
      'The smallest capacity of a stage that keeps it from being full for more than a share of the time.',
    about: ['scenario'],
    options: 'size',
    ask: async (asked) => size(first(asked), optionsOf(asked)),
  },
  sizeDepths: {
    description:
      'Depths of all FIFOs of a dataflow drawing, cost against throughput, or the least for a wanted throughput: exact with its proof where times are constant, else by simulation.',
    about: ['scenario'],
    options: 'sizeDepths',
    ask: async (asked) => sizeDepths(first(asked), optionsOf(asked)),
  },
  traceDepths: {
    description:
      'A traced run of FIFOs (measurements with insertions and departures) under other depths: its time, waits and deadlock, the least depths, or the time of all combinations.',
    about: ['measurements'],
    options: 'traceDepths',
    ask: async (asked) => traceDepths(contentOf(asked, 'measurements'), optionsOf(asked)),
  },
  diff: {
    description: 'What changed from one scenario to another: inputs, and what that changes of the answer.',
    about: ['before', 'after'],
    options: 'diff',
    ask: async (asked) => diff(first(asked), asked.scenarios[1] as never, optionsOf(asked)),
  },
  draw: {
    description: 'The drawing of a scenario with its numbers, as SVG or as a page.',
    about: ['scenario'],
    options: 'render',
    ask: async (asked) => render(first(asked), optionsOf(asked)),
  },
  link: {
    description: 'A share link to the page that holds the whole scenario.',
    about: ['scenario'],
    ask: async (asked) => ({ link: await link(first(asked)) }),
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof TOOLS;
export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];
export const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

const toolOf = (name: ToolName): Tool => TOOLS[name];

type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool's input as JSON Schema. */
export function inputSchema(name: ToolName): JsonSchema {
  const { about, options } = toolOf(name);
  const given = options ? (z.toJSONSchema(OPTIONS[options], { unrepresentable: 'any' }) as JsonSchema) : {};
  const { scenario: _, ...properties } = (given.properties ?? {}) as Record<string, JsonSchema>;
  const { required = [] } = given as { readonly required?: readonly string[] };
  return {
    type: 'object',
    properties: {
      ...Object.assign({}, ...about.map(subjectSchema)),
      ...(name === 'estimate' && subjectSchema('scenario')),
      ...properties,
      full: {
        type: 'boolean',
        description: `Whether lists of more than ${MOST_LISTED} numbers, such as distributions, are told too; default false.`,
      },
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function subjectSchema(subject: Subject): Readonly<Record<string, JsonSchema>> {
  if (isContent(subject))
    return {
      [subject]: { type: 'string', description: CONTENTS[subject] },
      [`${subject}File`]: { type: 'string', description: 'Or the name of one in the folder of the server.' },
    };
  return {
    [subject]: {
      type: ['object', 'string'],
      description:
        'The scenario as an object of the format stagegraph-scenario (resource stagegraph://docs/scenario-format), as its JSON text, or as a share link.',
    },
    [`${subject}File`]: { type: 'string', description: 'Or the name of one in the folder of the server.' },
  };
}

/** Calls that compute at once, and those that may wait. */
const MOST_AT_ONCE = availableParallelism();
const MOST_WAITING = 64;

/** Too many calls wait already. */
export class Busy extends Error {}
/** A call took longer than it may. */
export class TimeOver extends Error {}

export interface ToolRefusal {
  readonly code: 'badInput' | 'busy' | 'timeOver' | 'failed';
  /** What is wrong, a line each. */
  readonly lines: readonly string[];
}

/** A reason that is none of these is a bug: its words are for standard error alone. */
export function refusalOf(reason: unknown): ToolRefusal {
  if (reason instanceof BadInput) return { code: 'badInput', lines: reason.lines };
  if (reason instanceof Busy) return { code: 'busy', lines: [reason.message] };
  if (reason instanceof TimeOver) return { code: 'timeOver', lines: [reason.message] };
  process.stderr.write(`${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`);
  return { code: 'failed', lines: ['the computation failed; standard error of the server says why'] };
}

/** Answers that are asked for again, such as by a page that draws and tells the same scenario. */
const MOST_KEPT = 32;
const MOST_KEPT_LENGTH = 1_000_000;

/** Answers calls of tools; rejects with BadInput, Busy, TimeOver or the reason of the call's signal. */
export class ToolRunner {
  private readonly settings: ToolSettings;
  /** A call takes at most so long, s. */
  readonly limit: number;
  private atOnce = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly kept = new Map<string, string>();

  constructor(settings: ToolSettings) {
    this.settings = settings;
    this.limit = settings.limit;
  }

  /** The answer as JSON text, with its trust and a share link. */
  async call(name: ToolName, input: unknown, { signal, onProgress }: ToolCall): Promise<string> {
    signal.throwIfAborted();
    const asked = await this.read(name, input);
    const key = JSON.stringify([name, asked.key]);
    const before = this.kept.get(key);
    if (before !== undefined) return before;
    const { limit } = this;
    const timeout = AbortSignal.timeout(1000 * limit);
    const run = { signal: AbortSignal.any([signal, timeout]), ...(onProgress && { onProgress }) };
    try {
      const text = await this.inTurn(run.signal, async () => {
        // Packed while a thread computes, which is asked first.
        const answering = toolOf(name).ask({ ...asked, run });
        const shared = new Promise(setImmediate).then(() => this.linkOf(name, asked.scenarios));
        const [answer, packed] = await Promise.all([answering, shared]);
        return this.told(name, asked.full ? answer : withoutLongLists(answer), packed);
      });
      this.keep(key, text);
      return text;
    } catch (reason) {
      if (timeout.aborted && !signal.aborted)
        throw new TimeOver(
          `${name}: no answer within ${formatQuantity(limit, 'time')}; ask for less, such as fewer replications, a shorter horizon or method mmc, or start the server with a longer --limit`,
        );
      throw reason;
    }
  }

  private async inTurn<T>(signal: AbortSignal, compute: () => Promise<T>): Promise<T> {
    await this.turn(signal);
    try {
      return await compute();
    } finally {
      this.atOnce -= 1;
      this.waiting.shift()?.();
    }
  }

  /** Waits until fewer calls compute. */
  private async turn(signal: AbortSignal): Promise<void> {
    if (this.atOnce >= MOST_AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING)
        throw new Busy(`${MOST_WAITING} calls are waiting already; ask again later`);
      await new Promise<void>((resolve, reject) => {
        const go = (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const stop = (): void => {
          this.waiting.splice(this.waiting.indexOf(go), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
        this.waiting.push(go);
      });
    }
    this.atOnce += 1;
  }

  private keep(key: string, text: string): void {
    if (key.length + text.length > MOST_KEPT_LENGTH) return;
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, text);
  }

  /** What is asked, with what is named instead of given read from the folder. */
  private async read(name: ToolName, input: unknown) {
    if (!isObject(input) || Array.isArray(input))
      throw new BadInput([`${name}: expected an object of inputs`]);
    if (isDeep(input))
      throw new BadInput([`${name}: expected at most ${MOST_LEVELS} levels of objects and lists, got more`]);
    const { about, options: verb } = toolOf(name);
    const rest: Record<string, unknown> = { ...(input as Input) };
    const take = (field: string): unknown => {
      const value = own(rest, field);
      delete rest[field];
      return value;
    };
    const full = take('full') ?? false;
    if (typeof full !== 'boolean') throw new BadInput([`${name}: full: expected true or false`]);
    const scenarios: unknown[] = [];
    let content: string | Uint8Array | undefined;
    for (const subject of about) {
      if (isContent(subject)) {
        const [given, file] = [take(subject), take(`${subject}File`)];
        if (given !== undefined && typeof given !== 'string')
          throw new BadInput([`${name}: ${subject}: expected the text of a file`]);
        content = given ?? (file === undefined ? undefined : await this.file(`${subject}File`, file));
      } else scenarios.push(await this.scenario(name, subject, take(subject), take(`${subject}File`)));
    }
    if (name === 'estimate') {
      const [given, file] = [take('scenario'), take('scenarioFile')];
      if (given !== undefined || file !== undefined)
        rest.scenario = await this.scenario(name, 'scenario', given, file);
    }
    // How a call is run, such as its threads, is not for clients to say.
    const known = verb === undefined ? {} : OPTIONS[verb].shape;
    const strangers = Object.keys(rest).filter((field) => !Object.hasOwn(known, field));
    if (strangers.length > 0)
      throw new BadInput(
        strangers.map((field) => `${name}: ${inputFault(rest, [field], 'no field of this name').message}`),
      );
    // Here, because a tool may have another name than its verb.
    if (verb !== undefined) refuseOptions(verb, rest, [], name);
    const text = typeof content === 'object' ? Buffer.from(content).toString('latin1') : content;
    return {
      ...{ scenarios, content, full },
      options: rest as never,
      key: [scenarios, text, rest, full],
    };
  }

  private async scenario(name: string, subject: string, given: unknown, file: unknown): Promise<unknown> {
    if ((given === undefined) === (file === undefined))
      throw new BadInput([`${name}: expected either ${subject} or ${subject}File`]);
    if (given !== undefined) return typeof given === 'string' ? scenarioIn(given, subject) : given;
    const bytes = await this.file(`${subject}File`, file);
    return scenarioIn(new TextDecoder().decode(bytes), String(file));
  }

  /** Bytes of a file in the folder; a link that leads out of it is refused like a path. */
  private async file(field: string, name: unknown): Promise<Uint8Array> {
    const { folder } = this.settings;
    if (typeof name !== 'string') throw new BadInput([`${field}: expected the name of a file`]);
    if (folder === undefined)
      throw new BadInput([`${field}: this server reads no files; start it with --folder FOLDER`]);
    const gone = new BadInput([
      `${field}: there is no file "${name.slice(0, 200)}" in the folder of the server`,
    ]);
    if (name.includes('\0')) throw gone;
    const home = await realpath(folder);
    const path = await realpath(resolve(home, name)).catch(() => undefined);
    const inside = path === undefined ? '..' : relative(home, path);
    if (path === undefined || inside.split(sep)[0] === '..' || isAbsolute(inside)) throw gone;
    const info = await stat(path);
    if (!info.isFile()) throw gone;
    if (info.size > MOST_FILE)
      throw new BadInput([
        `${field}: expected at most ${MOST_FILE / 2 ** 20} MiB, got ${Math.ceil(info.size / 2 ** 20)} MiB`,
      ]);
    return readFile(path);
  }

  /** Undefined where an answer needs none, and where it is too long. */
  private async linkOf(name: ToolName, [scenario]: readonly unknown[]): Promise<string | undefined> {
    if (scenario === undefined || name === 'link' || name === 'check') return undefined;
    try {
      const shared = `${this.settings.base}#${await encodeShareLink(soundScenario(scenario), deflated)}`;
      return shared.length <= MOST_LINK ? shared : undefined;
    } catch {
      return undefined;
    }
  }

  private told(name: ToolName, answer: unknown, shared: string | undefined): string {
    if (name === 'link' && isObject(answer))
      return JSON.stringify({ link: `${this.settings.base}${String(answer.link)}` });
    if (name === 'check') return JSON.stringify(answer);
    const trust = trustOf(name, answer);
    return textInWords({
      ...(trust && { trust }),
      ...(shared !== undefined && { link: shared }),
      ...(isObject(answer) && !Array.isArray(answer) ? answer : { answers: answer }),
    });
  }
}

/** At once: a stream of such a text takes longer than the whole answer. */
const deflated = (text: string): string => deflateRawSync(text).toString('base64url');

/** More levels would end functions that go down into each; a scenario has ten. */
const MOST_LEVELS = 100;

function isDeep(input: object): boolean {
  let level: readonly object[] = [input];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return true;
    level = level.flatMap((each) => Object.values(each).filter(isObject));
  }
  return false;
}

/** How far an answer can be believed, where the answer does not say so itself. */
function trustOf(name: ToolName, answer: unknown) {
  const { kind } = answer as { readonly kind?: string };
  if (kind === 'noAnswer') return undefined;
  if (name === 'simulate') {
    const { verdicts } = answer as SimulationResult;
    const { word, sentence } = TRUST.simulated;
    return { word, sentence, remarks: verdicts.length };
  }
  if (name !== 'solve') return undefined;
  if (kind === 'unstable')
    return {
      word: 'no steady state',
      sentence: 'A stage is overloaded; what does not exist there is left out.',
    };
  const { word, sentence } = TRUST[answerTrust(answer as SolveAnswer)];
  return { word, sentence };
}

/** A list that is the answer itself, a number for each FIFO. */
const ANSWERED = 'depths';

/** Long lists of numbers are drawn, not read; a scenario stays whole. */
function withoutLongLists(value: unknown): unknown {
  if (!isObject(value) || value.format === SCENARIO_FORMAT) return value;
  if (Array.isArray(value)) return value.map((each) => withoutLongLists(each));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      key !== ANSWERED && isLongList(each) ? [] : [[key, withoutLongLists(each)]],
    ),
  );
}

const isLongList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > MOST_LISTED &&
  value.every((each) => typeof each === 'number' || each === null || (isObject(each) && 'halfWidth' in each));
