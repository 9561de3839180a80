/** A measurement file to fill in: every stage and metric of a scenario, with empty values. */
import { plural } from '../../core/base/plural.ts';
import { safeText } from '../../core/quantities/table.ts';
import type { MeasuredStage } from './contract.ts';
import { EVENT_WORDS } from './stream/row-layout.ts';

const METRIC_ROWS: readonly { metric: string; unit: string; example: (stage: MeasuredStage) => string }[] = [
  {
    metric: 'throughput',
    unit: 'items/s',
    example: ({ unit = 'element' }) => `1250000 ${plural(unit)} entered per second`,
  },
  { metric: 'utilization', unit: '', example: () => '0.85 or 85 % of the time serving' },
  {
    metric: 'queueLength',
    unit: 'items',
    example: ({ unit = 'element' }) => `1.2 ${plural(unit)} waiting on average`,
  },
  {
    metric: 'occupancy',
    unit: 'items',
    example: ({ unit = 'element' }) => `2.1 ${plural(unit)} in the stage on average`,
  },
  { metric: 'backpressure', unit: '', example: () => '0.05 of the time the sender was blocked' },
  { metric: 'latency', unit: 's', example: () => '0.0004 s in the stage on average' },
];

const INTRODUCTION = [
  '#qtm 1 scalars time=ns',
  '#source=Say here where the numbers come from',
  '# Fill in column value and leave empty what was not measured. Lines that begin with # are not read.',
  '# queueId is the id of a stage. Column note is yours; it shows an example.',
];

const HISTOGRAM_EXAMPLE = [
  '# A histogram goes below: remove the # and the blank before the two lines that follow and add a row for each level.',
  '# weight is the time spent with that many elements in the stage, in the unit time= of the table.',
  '# #qtm 1 hist time=ns',
  '# queueId,frameId,metric,conditioning,binLow,binHigh,weight,weightUnit',
];

const eventsExample = (id: string): readonly string[] => [
  `# A trace of events goes below: remove the # and the blank before the last two lines and add a row for each event, such as ${id},1000,I,0`,
  `# kind is ${EVENT_WORDS}.`,
  '# time is an integer in the unit time= of the table. blockedFor is how long the insertion or departure waited: 0 for not at all, empty for unknown.',
  '# For the same run under other FIFO depths, say of each FIFO which process writes it and which reads it, and its depth:',
  `# remove the # and the blank before the two lines that follow too and add a row for each FIFO, such as ${id},4,writer,reader`,
  '# #qtm 1 queues',
  '# queueId,capacity,source,dest',
  '# #qtm 1 events time=ns',
  '# queueId,time,kind,blockedFor',
];

/** CSV text, one row for each stage and metric. Without a filled value `readMeasurement` refuses it with E21. */
export function measurementTemplate(stages: readonly MeasuredStage[]): string {
  const rows = stages.flatMap((stage) =>
    METRIC_ROWS.map(({ metric, unit, example }) =>
      [stage.id, '', metric, 'mean', '', unit, '', `example: ${example(stage)}`].map(csvCell).join(','),
    ),
  );
  const header = 'queueId,frameId,metric,stat,value,unit,n,note';
  return `${[...INTRODUCTION, header, ...rows, ...HISTOGRAM_EXAMPLE, ...eventsExample(csvCell(stages[0]?.id ?? 'fifo'))].join('\n')}\n`;
}

/** No id can run as a formula in a spreadsheet. Quoted where RFC 4180 asks for it, and where an id would begin a comment line. */
function csvCell(text: string): string {
  const safe = safeText(text);
  return /[",\r\n]|^#|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
