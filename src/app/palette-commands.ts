/**
 * What the palette alone knows, and comes with it: commands without a key or a place in a menu, and for every command the
 * other words by which people look for it.
 */

import type { MethodName } from '../../core/measures/methods.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { ScenarioNode } from '../../core/scenario/scenario.ts';
import { showDrawing } from '../features/animate/animation-commands.ts';
import { type ExploreTask, setExploreView } from '../features/explore/explore-store.ts';
import { openAddress } from '../features/files/opening.ts';
import { NEW_DRAWING } from '../features/gallery/examples.ts';
import { METHOD_GROUPS, METHOD_TITLES, notForThis } from '../features/solve/method-choices.ts';
import { selectScenario, useDocument } from '../state/document-store.ts';
import {
  clearSelection,
  type DrawnSource,
  setDrawnSource,
  setMethod,
  showView,
  type View,
} from '../state/session-store.ts';
import type { Command } from '../ui/command.ts';
import { graphHandle } from '../ui/editor/graph-handle.ts';
import { showToast } from '../ui/widgets/toasts.ts';
import { availableCommands, runCommand } from './commands.ts';

const VIEW_COMMANDS: readonly (readonly [View, string, words: string])[] = [
  [
    'occupancy',
    'Show the occupancy histogram',
    'ccdf cdf pmf pdf tail distribution queue length number in system heat map chart mean variance',
  ],
  ['time', 'Show time series', 'throughput over time chart plot'],
  [
    'latency',
    'Show end-to-end latency and percentiles',
    'p50 p90 p95 p99 p999 tail quantile percentage cdf pdf histogram response sojourn waiting time slo sla delay median jitter cycle time makespan',
  ],
  [
    'servers',
    'Show server utilization: busy, blocked, idle',
    'utilisation throughput goodput load rho blocking backpressure back-pressure starved stall',
  ],
  [
    'transient',
    'Show the transient response',
    'warm-up warmup startup ramp fill drain start step response over time',
  ],
  [
    'bounds',
    'Show worst-case bounds (network calculus)',
    'maximum guarantee deadline delay bound backlog real-time',
  ],
  [
    'simulation',
    'Show simulation results and confidence intervals',
    'simulated error precision ci warm-up warmup mser',
  ],
  [
    'compare',
    'Validate: compare predictions with measurements',
    'verdict misfit verify test against accuracy replay trace-driven p-value significance kolmogorov smirnov wasserstein goodness of fit',
  ],
  [
    'measured',
    'Show the measured data',
    'measurements samples file query assert assertion bursts burstiness peaks heat map',
  ],
  ['queues', 'Map measured queues to stages', 'mapping match assign'],
  ['virtualQueue', 'Test a virtual queue (cross-platform)', 'tandem bus pcie bridge'],
  ['rates', 'Estimate service rates from data', 'throughput mu service time change point drift'],
  [
    'fits',
    'Fit distributions, calibrate the model',
    'calibration fitting phase-type parameters scv erlang gamma lognormal weibull pareto hyperexponential exponential',
  ],
  ['posterior', 'Bayesian inference from incomplete traces', 'posterior bayes missing mcmc sampling gibbs'],
];

const EXPLORE_COMMANDS: readonly (readonly [ExploreTask, string, words: string])[] = [
  [
    'points',
    'Sweep parameters',
    'parameter vary range study design what if sensitivity uncertainty monte carlo random plot heat map heatmap tornado pareto front scatter curve parallel coordinates',
  ],
  [
    'goal',
    'Optimise a design',
    'optimizer optimize optimum goal minimum maximum minimise minimize smallest buffer size capacity planning cost price number of servers requirement constraint slo sla scale out budget threshold sizing size dimension dimensioning',
  ],
  [
    'growth',
    'Bottlenecks: what saturates next',
    'scale out headroom capacity planning load test growth stability stable unstable steady state critical path saturation saturate limit slow slowest forecast autoscale autoscaling',
  ],
  [
    'depths',
    'Size FIFO depths',
    'buffer sizing dimension depth capacity hls pragma stream deadlock stuck token tokens credit',
  ],
  ['mapping', 'Map stages to platforms', 'mapping cpu fpga gpu pcie assign placement offload hardware'],
  ['compare', 'Compare with pinned baselines', 'baseline pin difference design unpin'],
];

const SOURCE_COMMANDS: readonly (readonly [DrawnSource, string])[] = [
  ['best', 'Show the best numbers on the drawing'],
  ['analytic', 'Show analytic numbers on the drawing'],
  ['simulated', 'Show simulated numbers on the drawing'],
  ['measured', 'Show measured numbers on the drawing'],
];

/** Other words for commands that stand in other files, by the ids of these. */
const WORDS: Readonly<Record<string, string>> = {
  'add-stage':
    'new insert create queue server buffer node station box thread pool database disk worker pipeline step module kernel bus cache dma kafka topic broker rabbitmq microservice cloud lambda',
  'add-source':
    'new insert create arrivals arrival rate poisson input load generator node interarrival rate traffic',
  'add-delay': 'new insert create latency wait think time node',
  'add-router':
    'new insert create split branch switch probability feedback loop retry node load balancer routing hit rate round robin join shortest queue jsq',
  'add-fork': 'new insert create parallel split join scatter node',
  'add-join': 'new insert create merge synchronise synchronize fork barrier gather node',
  'add-sink': 'new insert create output exit node',
  link: 'connect edge arrow wire line new add feedback loop retry',
  group: 'combine merge ungroup',
  rename: 'name label title change text',
  'arrange-row': 'arrange distribute line up',
  'arrange-column': 'arrange distribute line up',
  'arrange-spreadAcross': 'align arrange space spacing gaps evenly',
  'arrange-spreadDown': 'align arrange space spacing gaps evenly',
  layout: 'lay out graph arrange tidy align clean up move grid snap organize organise',
  undo: 'revert back mistake',
  redo: 'again forward',
  variants: 'history versions undo tree branch restore revert',
  'name-variant': 'version snapshot branch bookmark favourite favorite',
  copy: 'clipboard clone',
  duplicate: 'copy clone',
  delete: 'remove erase clear unlink disconnect',
  'select-nothing': 'unselect clear cancel',
  fit: 'whole view center centre all reset zoom screen overview minimap map',
  'workspace-results':
    "table numbers answer little little's littles law response waiting time number in system throughput loss drop drops probability blocking mean steady state stationary",
  'workspace-validate': 'data measurements',
  'workspace-explore': 'study designs',
  dock: 'panel bottom bigger smaller fold close hide collapse expand maximise maximize full screen fullscreen',
  inspector:
    'properties parameters fields edit settings details rate servers capacity service time sidebar distribution scv erlang bursty batch bulk preemption discipline drop loss notes time of day schedule concurrency threads filter selectivity variance cv coefficient of variation comment annotate clock frequency mhz timeout flush unit units uncertainty platform resource',
  'theme-light': 'mode bright colours colors contrast',
  'theme-dark': 'mode night black colours colors contrast',
  'theme-system': 'mode automatic colours colors',
  simulate:
    'simulate start cancel replications rerun refresh monte carlo discrete event simulation des restart',
  animate: 'play pause movie watch elements speed',
  'animation-play': 'resume continue',
  'animation-step': 'single step forward',
  'animation-restart': 'again reset',
  gallery:
    'examples tutorial tour walkthrough demo home start scenarios library close exit quit recent project folder',
  open: 'upload import load measurements trace traces spans histogram log data csv json parquet drop jaeger zipkin tempo perfetto chrome opentelemetry otlp prometheus perf bpftrace vcd waveform pcap jmt jsim line pnml petri sdf3 vitis xes otel',
  save: 'download json export',
  'save-copy': 'save as copy clone',
  share: 'copy url send publish jmt embed iframe html markdown web page permalink email',
  diff: 'difference changes what changed before after',
  template: 'sample csv data upload format',
  'export-svg': 'picture image figure download drawing screenshot vector',
  'export-png': 'picture image figure download drawing screenshot bitmap',
  'export-csv': 'table download spreadsheet excel numbers',
  report: 'print document pdf html',
  commands: 'search palette',
  shortcuts:
    'keys hotkeys bindings help tutorial tour gestures single letters settings preferences guide manual docs documentation about mouse touch language',
};

/** What textbooks and colleagues call a method besides its title. */
const METHOD_WORDS: Partial<Record<MethodName, string>> = {
  auto: 'automatic best default',
  chain: 'ctmc exact numerical',
  selfTimed: 'dataflow sdf csdf deterministic schedule',
  productForm: 'jackson bcmp gordon newell open network',
  blocking: 'finite buffers backpressure approximate approximation',
  qna: 'kingman allen cunneen g/g/1 gg1 approximate approximation whitt',
  mva: 'closed network population mean value analysis',
  convolution: 'buzen closed network normalizing normalising constant',
  linearizer: 'closed network approximate mva approximation',
  schweitzer: 'closed network approximate mva approximation',
  mm1: 'mm1 kendall erlang poisson',
  mm1k: 'mm1k kendall loss blocking',
  mmc: 'mmc erlang c kendall',
  mmck: 'mmck erlang b loss kendall',
};

/** A command as the palette lists it. */
export interface ListedCommand extends Command {
  readonly words: string;
  /** Why it cannot be called on this scenario. */
  readonly refusal?: string | undefined;
}

/** All that can be called now. */
export function listedCommands(): readonly ListedCommand[] {
  const scenario = selectScenario(useDocument.getState());
  const others = availableCommands().map((command) => ({ ...command, words: WORDS[command.id] ?? '' }));
  const methods = METHOD_GROUPS.flatMap((group) => group.methods);
  const isRefused = ({ refusal }: ListedCommand): number => Number(refusal !== undefined);
  return scenario
    ? [
        ...others,
        ...OF_SCENARIO,
        BLANK,
        ...methods
          .map((method) => solveBy(method, notForThis(scenario, method)))
          .sort((one, other) => isRefused(one) - isRefused(other)),
        ...scenario.nodes.map(goTo),
      ]
    : [...others, BLANK];
}

const solveBy = (method: MethodName, refusal?: string): ListedCommand => ({
  id: `method-${method}`,
  title: `Solve by: ${METHOD_TITLES[method]}`,
  words: `method solver algorithm analytic formula queueing theory ${METHOD_WORDS[method] ?? ''}`,
  group: 'Run',
  refusal,
  run: () => setMethod(method),
});

const goTo = (node: ScenarioNode): ListedCommand => ({
  id: `node-${node.id}`,
  title: `Go to ${node.kind} ${nameOf(node)}`,
  words: `${node.id} select find`,
  group: 'View',
  run: () => {
    showDrawing();
    graphHandle.current?.focusNode(node.id);
  },
});

const BLANK: ListedCommand = {
  id: 'blank',
  title: 'New blank scenario',
  words: 'create empty model drawing clear reset',
  group: 'File',
  run: () => openAddress({ kind: 'example', slug: NEW_DRAWING }),
};

const OF_SCENARIO: readonly ListedCommand[] = [
  ...VIEW_COMMANDS.map(
    ([view, title, words]): ListedCommand => ({
      id: `view-${view}`,
      title,
      words,
      group: 'View',
      run: () => showView(view),
    }),
  ),
  ...EXPLORE_COMMANDS.map(
    ([task, title, words]): ListedCommand => ({
      id: `explore-${task}`,
      title,
      words,
      group: 'View',
      run: () => showTask(task),
    }),
  ),
  ...SOURCE_COMMANDS.map(
    ([source, title]): ListedCommand => ({
      id: `drawn-${source}`,
      title,
      words: 'toggle source nodes results',
      group: 'View',
      run: () => setDrawnSource(source),
    }),
  ),
  {
    id: 'scenario-fields',
    title: 'Scenario: notes, time unit, classes, shared resources',
    words:
      'rename name title description units seconds milliseconds priority priorities multiclass closed network population users jobs bus interconnects virtual queues settings',
    group: 'Edit',
    run: () => {
      clearSelection();
      runCommand('inspector');
    },
  },
  {
    id: 'simulation-settings',
    title: 'Simulation settings …',
    words: 'seed length horizon duration precision replications warm-up warmup accuracy options',
    group: 'Run',
    run: () => pressButton('.run-button [aria-label="Simulation settings"]'),
  },
  {
    id: 'warnings',
    title: 'Show warnings and errors',
    words: 'trust problems assumptions faults notices',
    group: 'View',
    run: () => {
      if (!pressButton('.warnings-button')) showToast({ title: 'There is no warning.' });
    },
  },
  ...['in', 'out'].map(
    (way): ListedCommand => ({
      id: `zoom-${way}`,
      title: `Zoom ${way}`,
      words: way === 'in' ? 'larger magnify font text size' : 'smaller font text size',
      group: 'View',
      run: () => pressButton(`.g-controls [aria-label="Zoom ${way}"]`),
    }),
  ),
];

/** The first time that Explore is open it begins with what is kept of the scenario: the task is chosen after that. */
async function showTask(task: ExploreTask): Promise<void> {
  showView('explore');
  const { whenFollowing } = await import('../features/explore/exploring.ts');
  const document = useDocument.getState();
  const scenario = selectScenario(document);
  if (document.id !== undefined && scenario) await whenFollowing(document.id, scenario);
  setExploreView({ task });
}

/** Whether the page has it. */
function pressButton(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}
