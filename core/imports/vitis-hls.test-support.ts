/** Files in the form that Vitis HLS writes, from facts. */
interface Pipe {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly depth: number;
  readonly bits?: number;
  readonly array?: boolean;
  readonly scalar?: boolean;
}

/** In the form that Vitis HLS 2022.2 writes to `.autopilot/db/<region>.adb`: instances stand in full once, and later by their number. */
export function region(name: string, processes: readonly string[], channels: readonly Pipe[]): string {
  const id = (process: string) => `_${100 + processes.indexOf(process)}`;
  const pin = (process: string) =>
    `<item class_id_reference="30" object_id="_9"><port class_id_reference="25" object_id="_8"><name>in</name></port>
      <inst class_id_reference="31" object_id_reference="${id(process)}"/></item>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE boost_serialization>
<boost_serialization signature="serialization::archive" version="17"><syndb class_id="0"><cdfg class_id="1"><name>${name}</name></cdfg>
<cdfg_regions><item><mDfPipe class_id="-1"/></item><item><mIsDfPipe>1</mIsDfPipe><mDfPipe class_id="23" object_id="_7"><process_list class_id="27">
${processes
  .map(
    (process) =>
      `<item class_id="28"><type>0</type><name>${process}_U0</name><pins><item class_id="30"><inst class_id="31" object_id="${id(process)}"><name>${process}_U0</name></inst></item></pins></item>`,
  )
  .join('\n')}</process_list><channel_list class_id="32">${channels
    .map(
      (c) =>
        `<item class_id="26"><type>1</type><name>${c.name}</name><ctype>${c.array ? 1 : 0}</ctype><depth>${c.array ? 0 : c.depth}</depth>
      <bitwidth>${c.bits ?? 0}</bitwidth><suggested_type>${c.scalar ? 2 : 0}</suggested_type><suggested_depth>${c.depth}</suggested_depth>
      <source_list>${pin(c.from)}</source_list><sink_list>${pin(c.to)}</sink_list></item>`,
    )
    .join('\n')}</channel_list></mDfPipe></item></cdfg_regions></syndb></boost_serialization>`;
}

export interface Row {
  readonly name: string;
  readonly at?: number;
  readonly loop?: boolean;
  readonly latency?: number;
  readonly iteration?: number;
  readonly interval?: number;
  readonly trips?: number;
}

/** In the form of `csynth.rpt` of Vitis HLS 2022.2. */
export const summary = (rows: readonly Row[], cycle = 10): string => {
  const of = (value?: number) => (value === undefined ? '-' : String(value)).padStart(9);
  return `
================================================================
== Synthesis Summary Report of '${rows[0]!.name}'
================================================================
+ Performance & Resource Estimates:

    PS: '+' for module; 'o' for loop; '*' for dataflow
    +------------------+------+------+---------+---------+----------+---------+------+
    |      Modules     | Issue|      | Latency | Latency | Iteration|         | Trip |
    |      & Loops     | Type | Slack| (cycles)|   (ns)  |  Latency | Interval| Count|
    +------------------+------+------+---------+---------+----------+---------+------+
${rows
  .map(({ name, at = 1, loop, latency, iteration, interval, trips }, i) => {
    const time = latency === undefined ? '-' : (latency * cycle).toExponential(3);
    return `    |${' '.repeat(i === 0 ? 0 : at)}${loop ? 'o' : '+'} ${name}${i === 0 ? '*' : ''}  |     -|  0.03|${of(latency)}|${time}|${of(iteration)}|${of(interval)}|${of(trips)}|`;
  })
  .join('\n')}
    +------------------+------+------+---------+---------+----------+---------+------+
`;
};

/** In the form of `csynth.xml`, from the same rows: loops by the instances that they hold. */
export function reportXml(rows: readonly Row[], cycle: number): string {
  const estimates = ({ latency, interval }: Row, loops: string) =>
    `<PerformanceEstimates><SummaryOfOverallLatency><Worst-caseLatency>${latency ?? 'undef'}</Worst-caseLatency>
     <PipelineInitiationInterval>${interval ?? 'undef'}</PipelineInitiationInterval></SummaryOfOverallLatency>
     <SummaryOfLoopLatency>${loops}</SummaryOfLoopLatency></PerformanceEstimates>`;
  const end = (from: number) => {
    const next = rows.findIndex((row, i) => i > from && (row.at ?? 1) <= (rows[from]!.at ?? 1));
    return next < 0 ? rows.length : next;
  };
  const loopsIn = (from: number, to: number, at: number): string =>
    rows
      .map((row, i) => ({ row, i }))
      .filter(({ row, i }) => i >= from && i < to && row.loop && row.at === at)
      .map(({ row, i }) => {
        const inside = rows.slice(i + 1, end(i)).filter((each) => !each.loop && each.at === at + 1);
        return `<${row.name}><Name>${row.name}</Name><TripCount>${row.trips ?? 'undef'}</TripCount><Latency>2 ~ ?</Latency>
          ${row.interval === undefined ? '' : `<PipelineII>${row.interval}</PipelineII>`}<PipelineDepth>${row.iteration ?? 'undef'}</PipelineDepth>
          <InstanceList>${inside.map(({ name }) => `<Instance>grp_${name}_fu_1</Instance>`).join('')}</InstanceList>
          ${loopsIn(i + 1, end(i), at + 1)}</${row.name}>`;
      })
      .join('');
  const modules = rows.map((row, i) => ({ row, i })).filter(({ row }) => !row.loop);
  const instances = modules
    .slice(1)
    .map(
      ({ row }) =>
        `<Instance><InstName>${row.at === 1 ? `${row.name}_U0` : `grp_${row.name}_fu_1`}</InstName><ModuleName>${row.name}</ModuleName></Instance>`,
    );
  return `<profile><ReportVersion><Version>2022.2</Version></ReportVersion>
    <UserAssignments><unit>ns</unit><TopModelName>${rows[0]!.name}</TopModelName><TargetClockPeriod>${cycle.toFixed(2)}</TargetClockPeriod></UserAssignments>
    <RTLDesignHierarchy><TopModule><ModuleName>${rows[0]!.name}</ModuleName><InstancesList>${instances.join('')}</InstancesList></TopModule></RTLDesignHierarchy>
    <ModuleInformation>${modules
      .map(
        ({ row, i }) =>
          `<Module><Name>${row.name}</Name>${estimates(row, loopsIn(i + 1, end(i), (row.at ?? 1) + 1))}</Module>`,
      )
      .join('')}</ModuleInformation></profile>`;
}

/**
 * Facts of a region that Vitis HLS 2022.2 reported: the network `gesture_model` of github.com/CG4002-Team-9/Gesture-AI (MIT), commit
 * 0c1f883, csynth.rpt and gesture_model.adb: nine processes with arrays between them, one every 15110 clocks of 10 ns.
 */
export const GESTURE = {
  interval: 15_110,
  processes: [
    ['Loop_VITIS_LOOP_149_1_proc8', 122],
    ['conv1d_0', 3782],
    ['batch_normalization_0', 1942],
    ['max_pooling1d_0', 946],
    ['Loop_VITIS_LOOP_79_1_proc', 946],
    ['dense_0', 15_109],
    ['batch_normalization_1', 70],
    ['dense_1', 154],
    ['Loop_VITIS_LOOP_166_3_proc9', 23],
  ],
} as const;
export const GESTURE_ROWS: readonly Row[] = [
  { name: 'gesture_model', latency: 23_078, interval: GESTURE.interval },
  ...GESTURE.processes.map(([name, cycles]) => ({ name, latency: cycles, interval: cycles })),
  { name: 'VITIS_LOOP_166_3', at: 2, loop: true, latency: 21, iteration: 3, interval: 1, trips: 20 },
];
export const GESTURE_PROCESSES: readonly string[] = GESTURE.processes.map(([name]) => name);
export const GESTURE_REGION = region(
  'gesture_model',
  GESTURE_PROCESSES,
  GESTURE_PROCESSES.slice(1).map((to, i) => ({
    name: `array_${i}`,
    from: GESTURE_PROCESSES[i]!,
    to,
    depth: 2,
    array: true,
  })),
);

/** A reader of 64 elements, a filter of the same that takes 2 clocks for each, and a writer of every fourth. */
export const STREAMS = region(
  'top',
  ['entry_proc', 'load', 'smooth', 'store'],
  [
    { name: 'size_c', from: 'entry_proc', to: 'store', depth: 3, bits: 32, scalar: true },
    { name: 'raw', from: 'load', to: 'smooth', depth: 16, bits: 24 },
    { name: 'line', from: 'load', to: 'smooth', depth: 4, bits: 24 },
    { name: 'fine', from: 'smooth', to: 'store', depth: 2, bits: 40 },
  ],
);
export const STREAM_ROWS: readonly Row[] = [
  { name: 'top', latency: 150, interval: 132 },
  { name: 'entry_proc', latency: 0, interval: 0 },
  { name: 'load', latency: 67, interval: 67 },
  { name: 'rows', at: 2, loop: true, trips: 8, iteration: 9 },
  { name: 'load_Pipeline_columns', at: 3, latency: 9, interval: 9 },
  { name: 'columns', at: 4, loop: true, iteration: 3, interval: 1, trips: 8 },
  { name: 'smooth', latency: 132, interval: 132 },
  { name: 'pixels', at: 2, loop: true, latency: 130, iteration: 6, interval: 2, trips: 64 },
  { name: 'store', latency: 20, interval: 20 },
  { name: 'out', at: 2, loop: true, latency: 18, iteration: 3, interval: 1, trips: 16 },
];

/** In the form of `<module>_csynth.rpt` of Vitis HLS 2020.1: loops with their level, modules inside with their cycles. */
export const moduleText = (
  { name, latency, interval }: Row,
  loops: readonly Row[] = [],
  inside: readonly Row[] = [],
  cycle = 10,
): string => {
  const of = (value?: number) => String(value ?? '?').padStart(9);
  const table = (heads: string, rows: readonly string[]) =>
    rows.length === 0
      ? '        N/A'
      : ['', heads, '', ...rows, '']
          .map((row) => `        ${row === '' ? '+-----+-----+' : `|${row}|`}`)
          .join('\n');
  return `
================================================================
== Vitis HLS Report for '${name}'
================================================================
* Version:        2020.1 (Build 2902540 on Wed May 27 20:16:15 MDT 2020)

+ Timing: 
    * Summary: 
    +--------+----------+----------+------------+
    |  Clock |  Target  | Estimated| Uncertainty|
    +--------+----------+----------+------------+
    |ap_clk  | ${cycle.toFixed(2)} ns | 6.366 ns |   2.70 ns  |
    +--------+----------+----------+------------+

+ Latency: 
    * Summary: 
    +---------+---------+----------+----------+-----+-----+---------+
    |  Latency (cycles) |  Latency (absolute) |  Interval | Pipeline|
    |   min   |   max   |    min   |    max   | min | max |   Type  |
    +---------+---------+----------+----------+-----+-----+---------+
    |${of(latency)}|${of(latency)}|         ?|         ?|${of(interval)}|${of(interval)}|   none  |
    +---------+---------+----------+----------+-----+-----+---------+

    + Detail: 
        * Instance: 
${table(
  ' Instance | Module | min | max | min | max | min | max | Type',
  inside.map(
    (each) =>
      `grp_${each.name}_fu_1 |${each.name} |${of(each.latency)}|${of(each.latency)}| ? | ? |${of(each.interval)}|${of(each.interval)}| none`,
  ),
)}

        * Loop: 
${table(
  ' Loop Name | min | max | Latency | achieved | target | Count| Pipelined',
  loops.map(({ name: loop, at = 1, ...each }) => {
    const mark = at === 1 ? '- ' : ` ${'+'.repeat(at - 1)} `;
    return `${mark}${loop}  |${of(each.latency)}|${of(each.latency)}|${of(each.iteration)}|${of(each.interval)}|        1|${of(each.trips)}|    yes   `;
  }),
)}

================================================================
== Utilization Estimates
================================================================
* Summary: 
+-----------------+---------+------+
|       Name      | BRAM_18K|  DSP |
+-----------------+---------+------+
|DSP              |        -|     3|
+-----------------+---------+------+
`;
};
