/** `stagegraph trace`: from the spans of a service to where the time of its requests went, and to a drawing. */
import { type Command, InvalidArgumentError } from 'commander';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { caseWords } from '../core/study/what-if.ts';
import { BadInput } from '../lib/bad-input.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { analyseTraces } from '../workers/traces/analyse-traces.ts';
import type { TraceAnswer, TraceWindow } from '../workers/traces/contract.ts';
import { readTraces } from '../workers/traces/read-traces.ts';
import { serviceColumns } from '../workers/traces/trace-words.ts';
import { writeWhole } from './disk-words.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { refusedFile } from './measurement-options.ts';
import { entry, fileToWrite, optionOf, share, wholeNumber } from './option-values.ts';
import { printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

interface Options {
  readonly sampled?: number;
  readonly servers?: Readonly<Record<string, number>>;
  readonly window?: TraceWindow;
  readonly whatIf?: readonly string[];
  readonly draw?: string;
  readonly json?: boolean;
}

export function addTrace(program: Command): void {
  program
    .command('trace')
    .description('where the time of requests went, from spans; and a scenario drawn from them')
    .argument('<spans>', 'traces of OpenTelemetry, Tempo, Jaeger or Zipkin as JSON, or -')
    .option(
      '--sampled <share>',
      'share of the requests that were traced, such as 0.25',
      share({ above: 0, to: 1 }),
    )
    .option('--servers <service=n>', 'requests that each instance works on at once; may be repeated', servers)
    .option('--window <from-to>', 'compared with the rest: s from the start, or 14:03-14:08 (UTC)', window)
    .option('--what-if <changes...>', 'what would be, such as db.servers=+1, db.service=0.5x, load=2x')
    .option(
      '--draw <file>',
      'write the scenario that is drawn from the traces, with what --what-if asks',
      fileToWrite,
    )
    .option('--json', 'print one JSON document')
    .action(async (file: string, { draw, json, ...settings }: Options) => {
      if (draw !== undefined && (settings.whatIf?.length ?? 0) > 1)
        throw new BadInput([
          `--draw: expected one --what-if, which is drawn, got ${settings.whatIf!.length}; with commas between them changes are made together`,
        ]);
      tellReached(() => `the spans of ${nameOf(file)}`);
      const read = await readTraces(await byteSource(file), { fileName: nameOf(file) });
      if (!read.ok) throw refusedFile(read.error);
      for (const warning of read.value.warnings) process.stderr.write(`warning: ${describeFault(warning)}\n`);
      const answer = analyseTraces(read.value, settings);
      if (!answer.ok) throw new BadInput([`${optionOf(answer.error.of)}: ${answer.error.message}`]);
      if (json) printJson(answer.value);
      else process.stdout.write(`${traceText(answer.value)}\n`);
      if (draw === undefined) return;
      const [changed] = answer.value.changed;
      await writeWhole(draw, scenarioText((changed ?? answer.value).scenario));
      process.stderr.write(
        `${draw}: the scenario drawn from ${nameOf(file)}${changed ? `, with ${caseWords(changed.changes)}` : ''}\n`,
      );
    });
}

function traceText({ report, sentences, questions }: TraceAnswer): string {
  return [
    ...columnsText(serviceColumns(report), report.services),
    '',
    ...sentences,
    ...(questions.length > 0 ? ['', 'Spans cannot tell:', ...questions.map((line) => `  ${line}`)] : []),
  ].join('\n');
}

const serverCount = wholeNumber({ from: 1, to: 999_999_999 });

function servers(
  text: string,
  before: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [service, count] = entry(text, 'SERVICE=N', 'db=4');
  return { ...before, [service]: serverCount(count) };
}

function window(text: string): TraceWindow {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?-(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  const plain = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text);
  const of = (from: number): number =>
    3600 * Number(clock![from]) + 60 * Number(clock![from + 1]) + Number(clock![from + 2] ?? 0);
  const found: TraceWindow | undefined = clock
    ? { from: of(1), to: of(4), ofDay: true }
    : plain
      ? { from: Number(plain[1]), to: Number(plain[2]) }
      : undefined;
  if (found && found.to > found.from) return found;
  throw new InvalidArgumentError(
    'Expected seconds such as 120-180, or times of the day such as 14:03-14:08, the later one last.',
  );
}
