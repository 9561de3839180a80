/** The examples of the gallery, in the order shown. Each is a scenario file in `public/examples`. */

export interface Example {
  readonly slug: string;
  readonly title: string;
  /** One line: why open it. */
  readonly teaches: string;
  /** One thing to try, and what is seen then. */
  readonly tryThis?: string;
  /** Short citation. */
  readonly source: string;
  /** Relative to the page. */
  readonly file: string;
}

const DOR = 'Dor 2010';
const TIMETRIAL = 'Lancaster et al. 2011';

function example(slug: string, title: string, teaches: string, source: string, tryThis?: string): Example {
  return {
    slug,
    title,
    teaches,
    source,
    file: `examples/${slug}.json`,
    ...(tryThis !== undefined && { tryThis }),
  };
}

/** What "Blank" opens: a drawing without anything. */
export const NEW_DRAWING = 'new';

/** One queue to start from; it has no card. */
export const BLANK_EXAMPLE: Example = example(
  'blank',
  'Untitled',
  'A source, one stage and a sink to start from.',
  'M/M/1 at utilization 0.8',
);

/** The cards. */
export const EXAMPLES: readonly Example[] = [
  example(
    'order-gateway',
    'Order gateway, measured',
    'Rates agree with the measurement and the queues do not: see at once which assumption is wrong.',
    'Generated, so that the truth is known',
    'Select Match and make its service hyperexponential with scv 6: all three predictions match their histograms.',
  ),
  example(
    'mercury-run-1',
    'Mercury BLAST, run 1',
    'Four simple stages predict a real DNA search machine within a few per cent. The bus is its limit.',
    `${DOR}, figures 11, 12 and 17`,
    'See each measured number beside its prediction; then drag the rate of the PCI-X bus and see where the limit goes.',
  ),
  example(
    'mercury-run-2',
    'Mercury BLAST, run 2',
    'A saturated hash lookup blocks the stages before it. Single-stage models miss it.',
    `${DOR}, figures 11, 12 and 17`,
    'Lower the rate of 1b Hash lookup to 20 M/s: 1a Bloom filter fills up and is blocked most of the time.',
  ),
  example(
    'mercury-sized',
    'Mercury BLAST, run 1, FIFOs sized',
    'Capacities of all queues found together: 490 slots do more than the 1,252 that were built.',
    `${DOR}, figures 9 and 11`,
    'Open Explore, FIFO depths, and press Find depths: see the value of each slot, and that 107 slots still give 95 %.',
  ),
  example(
    'mercury-decoupled-run-1',
    'Mercury BLAST, run 1, stage 1b split',
    'Draw one module as two stages to see inside it.',
    `${DOR}, figures 14 and 15`,
    'Compare the predictions with those of run 1: the split of the hash lookup in two changes none.',
  ),
  example(
    'mercury-decoupled-run-2',
    'Mercury BLAST, run 2, stage 1b split',
    'A wrong prediction points at a wrong assumption: 7 waiting seeds predicted, 460 measured.',
    `${DOR}, figures 14 and 15`,
    'Lower the rate of 1bd Duplicate lookup by 11 %: its queue fills, as it was measured.',
  ),
  example(
    'timetrial-mm1-09',
    'Micro-benchmark, M/M/1 at 0.9',
    'The queue everyone knows, between two processor cores. Model and simulation agree.',
    `${TIMETRIAL}, figure 4`,
    'Raise the source to 950 k/s: the mean occupancy more than doubles, from 9 to 19.',
  ),
  example(
    'timetrial-mm1-08',
    'Micro-benchmark, M/M/1 at 0.8',
    'The same queue on an FPGA: load 0.8 instead of 0.9 more than halves the queue.',
    `${TIMETRIAL}, figure 5`,
    'Raise the source to 9 M/s: the mean occupancy more than doubles, from 4 to 9.',
  ),
  example(
    'timetrial-bulk-tandem',
    'Software to hardware, over a bus in bulk',
    'A bus that waits for full transfers rules the occupancy of the channel.',
    `${TIMETRIAL}, figures 6, 8 and 9`,
    'Set the batch size of the bus to 1 and its service time to 0.01 µs: an ordinary M/M/1 is left.',
  ),
  example(
    'laplace',
    "Laplace's equation by random walks",
    'Eight parallel walks behind one generator: read the bottleneck off the queues.',
    `${TIMETRIAL}, figures 17 to 19`,
    'Let PRNG make 100 M numbers a second: the queue of 128 at Split is full all the time.',
  ),
  example(
    'weh-market-data',
    'Market data in microbursts',
    'Threads that idle most of the time still make messages wait, when those come in bursts.',
    'Weh 2012, sections 3.1 and 3.5',
    'Make the arrivals exponential with the same rate, 8000 /s: the queues are nearly gone.',
  ),
  example(
    'web-service',
    'A web service in three tiers',
    'A loop multiplies load: find where the response time goes, and how much a better cache would save.',
    'After Sutton and Jordan 2009, sections 2.2 and 4.2',
    'Give Application one more server, then undo and raise the share of requests that the cache answers: which saves more?',
  ),
  example(
    'tick-to-trade',
    'Processor or FPGA?',
    'Each stage can run on either; a link between them crosses the bus and becomes a virtual queue by itself.',
    `After ${TIMETRIAL}, section I`,
    'Open Explore, Mapping: it tries each stage on processor and FPGA.',
  ),
  example(
    'shared-bus',
    'Two flows over one bus',
    'Two stages look idle while the bus that both need is nearly full: draw what is shared.',
    'After Dor 2010, figure 9',
    'Give the shared bus two units: most of the waiting is gone.',
  ),
  example(
    'packet-priorities',
    'Voice, video and data on one link',
    'Priority moves waiting from one class to another. See who pays for it, and what bursts do.',
    'After Cobham 1954',
    'Set the discipline of the link to FCFS and compare the times of voice and data.',
  ),
  example(
    'search-fan-out',
    'A search that asks four shards',
    'Split, wait for the slowest, continue: the tail latency of one shard becomes the median of the whole.',
    'After Nelson and Tantawi 1988',
    'Halve the service time of one shard: the response time hardly changes, since the other three decide.',
  ),
  example(
    'interactive-users',
    'Sixty users and their think time',
    'A fixed number of users: nothing overflows, everything gets slower. Find the knee.',
    'After Lazowska et al. 1984, chapter 5',
    'Raise the users beyond 69: throughput stays, and every further user waits longer.',
  ),
  example(
    'residual-block',
    'A residual block and its skip path',
    'Every stage is fast enough, and a FIFO that is too short locks them all.',
    'A pattern of HLS designs',
    'Select the link from Split to Add and set its FIFO depth to 2: the pipeline deadlocks, and the result names who waits for what.',
  ),
  example(
    'cd-to-dat',
    'Compact disc to digital tape',
    'Rates of 147 to 160 in four filters: how deep each FIFO must be for full throughput.',
    'After Stuijk, Geilen and Basten 2006',
    'Set the FIFO depth from Filter 1 to Filter 2 to 4: throughput falls from 48 k to 40.8 k samples a second.',
  ),
  example(
    'h263-decoder',
    'A video decoder, block by block',
    'Stages that work on whole pictures feed stages that work on blocks: how deep the FIFOs between them must be.',
    'SDF3, h263decoder; Stuijk, Geilen and Basten 2006',
    'Set the FIFO depth from Inverse quantisation to Inverse transform to 1: throughput falls from 1,429 to 806 pictures a second.',
  ),
  example(
    'hls-branches',
    'A slow branch in hardware',
    'A long latency in parallel with a short one costs throughput unless the FIFO of the short branch is deep enough.',
    'A pattern of HLS designs',
    'Set the FIFO depth from Filter to Blend to 4: throughput falls from 100 M to 57.9 M pixels a second.',
  ),
];
