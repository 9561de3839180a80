/** What is said of a file that came in: what was laid over the scenario, what was left out, why it was refused. */
import { counted } from '../../../core/base/plural.ts';
import type {
  FaultReport,
  MeasurementFault,
  ReadMeasurement,
  ReducedMeasurement,
} from '../../../workers/measure/contract.ts';
import { type Refusal, tellRefusal, type View } from '../../state/session-store.ts';

const MOST_FAULTS_SHOWN = 4;
const MOST_LETTERS = 300;

export function faultText(fault: Omit<MeasurementFault, 'severity' | 'file'>): string {
  const place = [fault.line === undefined ? fault.path : `line ${fault.line}`, fault.column].filter(
    (part) => part !== undefined,
  );
  return `${place.length > 0 ? `${place.join(', ')}: ` : ''}${shortened(fault.message)} [${fault.code}]`;
}

/** A file may have thousands of queues, and name them all. */
const shortened = (text: string): string =>
  text.length <= MOST_LETTERS
    ? text
    : `${text.slice(0, (2 * MOST_LETTERS) / 3)} … ${text.slice(-MOST_LETTERS / 3)}`;

function refusalWords(file: Pick<File, 'name'>, faults: readonly string[]): Refusal {
  const more = faults.length - MOST_FAULTS_SHOWN;
  const lines = [...faults.slice(0, MOST_FAULTS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  return { title: `${file.name} was not opened`, description: lines.join('\n') };
}

export const refuse = (file: Pick<File, 'name'>, faults: readonly string[]): void =>
  tellRefusal(refusalWords(file, faults));

const NOT_COMPARED = ['E21', 'W02', 'W26'];

type Kept = Pick<ReducedMeasurement, 'queues' | 'tasks' | 'faults' | 'mapping'>;

interface Told {
  readonly title: string;
  readonly description?: string;
}

interface Lead {
  readonly title: string;
  readonly text: string;
  readonly part: Extract<View, 'rates' | 'fits' | 'posterior'>;
  readonly action: string;
}

/** Where a measurement leads: rates and tasks are compared with no model, but they tell the numbers of one. */
export function leadsTo({ queues, tasks }: Pick<ReducedMeasurement, 'queues' | 'tasks'>): Lead | undefined {
  if (tasks)
    return {
      title: 'Steps of tasks',
      text: 'It contains task steps. Bayesian inference estimates waiting and service times of partly observed tasks.',
      part: 'posterior',
      action: 'Estimate services and waiting',
    };
  if (queues.some(({ rates = [] }) => rates.length > 0))
    return {
      title: 'Samples of service rates',
      text: 'It contains samples of service rates. Service rates estimates the underlying rates.',
      part: 'rates',
      action: 'Estimate the rates',
    };
  return undefined;
}

/** What was left out is counted; of each code of a fault one is shown, of a table of means every one while they are few. `reduced` is what is kept of the file beside. */
export function laidWords({ measurement, warnings }: ReadMeasurement, reduced?: Kept): Told {
  const counts = reduced?.faults.counts ?? [];
  const { length } = measurement.stages;
  const lead = reduced && length === 0 ? leadsTo(reduced) : undefined;
  const errors = counts.filter(({ severity }) => severity === 'error');
  const isOfMeans = reduced?.mapping?.table === 'means';
  const cellsOut = sumOf(errors.filter(({ code }) => isOfMeans && code === LEAVES_CELL_OUT));
  const leftOut = sumOf(errors);
  const stages = length === 1 ? 'Measurements of one stage' : `Measurements of ${length} stages`;
  const laid = length === 0 ? (lead?.title ?? 'No queue of the file feeds a stage of the scenario') : stages;
  // That nothing can be compared is what such a file is for, or each queue is asked about where the page goes.
  const asks = length === 0 && (reduced?.queues.length ?? 0) > 0;
  const told = asks || lead ? warnings.filter(({ code }) => !NOT_COMPARED.includes(code)) : warnings;
  const next =
    lead?.text ?? (asks ? 'Choose in “Queues” the stage that each of its queues feeds.' : undefined);
  const every = told.filter(({ code }) => !code.endsWith('00'));
  const isEach = isOfMeans && every.length <= MOST_FAULTS_SHOWN && every.length === sumOf(counts);
  const lines = (isEach ? every : firstOfEach(told)).map(
    (fault) =>
      `${fileOfSeveral(fault, measurement)}${faultText(fault)}${isEach ? '' : timesOf(fault.code, counts)}`,
  );
  const shown = [...(next === undefined ? [] : [next]), ...lines].slice(0, MOST_FAULTS_SHOWN);
  if (leftOut > 0) shown.push('“Data” lists them under “File errors and warnings”.');
  return {
    title: leftOut > 0 ? `${laid}; ${leftOutWords(cellsOut, leftOut - cellsOut)} left out` : laid,
    ...(shown.length > 0 && { description: shown.join('\n') }),
  };
}

/** "b.csv, " before the place where a measurement is of several files. */
export const fileOfSeveral = ({ file }: MeasurementFault, of: { readonly name: string }): string =>
  file === of.name ? '' : `${file}, `;

/** A row of a table of means is used without its wrong cells. */
const LEAVES_CELL_OUT = 'E01';

const sumOf = (counts: FaultReport['counts']): number => counts.reduce((sum, { count }) => sum + count, 0);

/** "3 cells and one row were". */
function leftOutWords(cells: number, rows: number): string {
  const said = (count: number, noun: string): readonly string[] => {
    if (count === 0) return [];
    return [count === 1 ? `one ${noun}` : counted(count, noun)];
  };
  const parts = [...said(cells, 'cell'), ...said(rows, 'row')];
  return `${parts.join(' and ')} ${cells + rows === 1 ? 'was' : 'were'}`;
}

function firstOfEach(faults: readonly MeasurementFault[]): readonly MeasurementFault[] {
  const seen = new Set<string>();
  return faults.filter(({ code }) => {
    const isFirst = !seen.has(code) && !code.endsWith('00');
    seen.add(code);
    return isFirst;
  });
}

function timesOf(code: string, counts: FaultReport['counts']): string {
  const times = counts.find((one) => one.code === code)?.count ?? 1;
  return times > 1 ? `, ${times.toLocaleString('en')} with this code` : '';
}
