/** What `stagegraph verdict` prints for people. */

import { formatQuantity } from '../core/quantities/quantity.ts';
import {
  type ModelReplay,
  QUEUE_PARTS,
  type VirtualQueueJudgement,
  type VirtualQueueReport,
} from '../workers/virtual-queue/contract.ts';
import { formatTable } from './table.ts';

const HEAD = ['model', 'part', 'predicted mean', '95 % of runs', 'measured', 'off by', 'by chance', 'p'];

export function verdictText(report: VirtualQueueReport): string {
  if (report.kind === 'refused') return `${report.reason}.`;
  const { evidence, replications } = report;
  const service =
    evidence.service === 'given' ? 'given' : `${evidence.service}, ${evidence.serviceCount} times`;
  return [
    `${report.queue}: insertions every ${time(evidence.meanGap)} (${evidence.insertions}, ${evidence.gapCount} gaps), services of ${time(evidence.meanService)} (${service}), ${replications} replications`,
    formatTable(
      HEAD,
      report.replays.flatMap((replay) => rowsOf(replay, report)),
    ),
    '',
    ...report.replays.flatMap(({ model, verdict }) =>
      verdict.sentences.map((sentence) => `${model}: ${sentence}`),
    ),
    ...(report.inOrder?.verdict.sentences ?? []).map(
      (sentence) => `${report.inOrder!.model}, ${orderWords(report)}: ${sentence}`,
    ),
    ...truthLines(report),
    '',
    ...report.checks.map(({ sentence }) => sentence),
    ...report.warnings.map((warning) => `warning: ${warning}.`),
  ].join('\n');
}

function rowsOf({ model, parts, verdict }: ModelReplay, { measured }: VirtualQueueJudgement): string[][] {
  return QUEUE_PARTS.flatMap((part) => {
    const predicted = parts[part];
    if (!predicted) return [];
    const test = verdict.tests.find((one) => one.part === part);
    const own = measured[part];
    return [
      [
        ...[model, part, number(predicted.mean), `${number(predicted.low)} … ${number(predicted.high)}`],
        own ? number(own.mean) : '',
        ...(test
          ? [
              number(test.distances.wasserstein),
              number(test.chance.wasserstein),
              test.p.wasserstein.toFixed(2),
            ]
          : []),
      ],
    ];
  });
}

function orderWords({ order }: VirtualQueueJudgement): string {
  const count = (order?.count ?? 0).toLocaleString('en');
  if (order?.insertions === 'first') return `the first ${count} insertions in their measured order`;
  if (order?.insertions === 'last') return `the last ${count} insertions in their measured order`;
  return `all ${count} insertions in their measured order`;
}

/** What the events themselves say, of the parts that they tell of. */
function truthLines({ truth, order }: VirtualQueueJudgement): string[] {
  const means = QUEUE_PARTS.flatMap((part) => (truth?.[part] ? [`${part} ${number(truth[part].mean)}`] : []));
  if (means.length === 0) return [];
  const first = order?.insertions === 'first' ? `, first ${order.count.toLocaleString('en')} insertions` : '';
  return [`truth, from the trace${first}: mean occupancy of ${means.join(', ')}`];
}

const time = (value: number): string => formatQuantity(value, 'time');
const number = (value: number): string => String(Number(value.toPrecision(3)));
