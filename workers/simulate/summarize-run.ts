/** The answer of a run: what the replications give, the means of an exact part, and what a precision still lacks. */

import { hasMeanWait, shapeWithoutVariance } from '../../core/distributions/heavy-tail.ts';
import type { Estimate } from '../../core/measures/measures.ts';
import {
  note,
  type Unsettled,
  type Verdict,
  type VerdictCode,
  warning,
} from '../../core/measures/verdicts.ts';
import { servesByPriority, sharesServers } from '../../core/rules/discipline.ts';
import { isDataflow } from '../../core/rules/firing.ts';
import { looksAtState } from '../../core/rules/routing.ts';
import { nameOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { type Graph, graphOf } from '../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { ExactPart } from '../solve/exact-part/contract.ts';
import { PRECISION_MEASURES, type PrecisionMeasure } from '../solve/exact-part/contract.ts';
import { solveFlows } from '../solve/flow-balance.ts';
import { mixedFlows } from '../solve/networks/class-mix.ts';
import type {
  BesideRecords,
  SimulationPlan,
  SimulationResult,
  SimulatorFault,
  StageEstimate,
} from './contract.ts';
import { MOST_REPLICATIONS } from './contract.ts';
import type { ReplicationRecord } from './records.ts';
import { leastReplications, type Missing, missingOf, neededFor } from './stopping.ts';
import { summarizeReplications } from './summarize.ts';

export function summarizeRun(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  elapsedSeconds: number,
  { part, failed = [] }: BesideRecords = {},
): SimulationResult {
  const result = summarizeReplications(scenario, plan, records, elapsedSeconds);
  return withFailures(
    withStoppingVerdict(scenario, part ? joinExactPart(scenario, result, part) : result),
    failed,
  );
}

function withFailures(result: SimulationResult, failed: readonly SimulatorFault[]): SimulationResult {
  const inOrder = failed.map(({ facts }) => facts).sort((a, b) => a.replication - b.replication);
  const [first] = inOrder;
  if (!first) return result;
  const facts = { seed: first.seed, failed: inOrder.map(({ replication }) => replication), at: first.at };
  return { ...result, verdicts: [warning('replications-failed', facts), ...result.verdicts] };
}

/**
 * The means of an exact part in place of the simulated ones, which stay beside them.
 *
 * Two things are asked of the run before. No stage that could hold the part up was ever full: then the part went on as it
 * does alone. And the means of the chain lie in the simulated intervals, widened so that a right chain fails in one of
 * 1,000 runs at most: 0.1 % over all means that are compared (Bonferroni). Else the simulated means stay.
 */

/** Share of the runs in which a right chain may seem wrong. */
const FALSE_ALARM = 0.001;

/** A mean known twice. */
interface Pair {
  readonly stage: string;
  readonly measure: PrecisionMeasure;
  readonly exact: number;
  readonly simulated: Estimate;
}

export function joinExactPart(
  scenario: Scenario,
  result: SimulationResult,
  part: ExactPart,
): SimulationResult {
  if (!wasNeverHeldUp(result, part)) return result;
  const pairs = pairsOf(result, part);
  const [apart] = differing(pairs, result.replications);
  if (apart) return { ...result, verdicts: [differs(scenario, part, apart), ...result.verdicts] };
  const stages = { ...result.stages };
  for (const id of Object.keys(part.stages))
    stages[id] = known(
      stages[id]!,
      pairs.filter(({ stage }) => stage === id),
    );
  const verdicts = result.verdicts.map((verdict) =>
    tellsOfLength(verdict, part)
      ? { ...verdict, severity: 'note' as const, exceptMeans: true as const }
      : verdict,
  );
  return { ...result, stages, exactPart: part, verdicts: [fromChain(scenario, part), ...verdicts] };
}

/** An element that finds no room leaves the stage full; so does the part of a group that enters. */
const wasNeverHeldUp = ({ stages }: SimulationResult, { edge }: ExactPart): boolean =>
  edge.every(({ stage }) => stages[stage]!.fullProbability?.mean === 0);

const pairsOf = ({ stages }: SimulationResult, part: ExactPart): readonly Pair[] =>
  Object.entries(part.stages).flatMap(([stage, measures]) =>
    PRECISION_MEASURES.flatMap((measure) => {
      const exact = measures[measure];
      const simulated = stages[stage]?.[measure];
      return exact === undefined || simulated === undefined ? [] : [{ stage, measure, exact, simulated }];
    }),
  );

/** Those too far apart; a mean that was the same in all replications tells nothing of its error. */
function differing(pairs: readonly Pair[], replications: number): readonly Pair[] {
  const df = replications - 1;
  const wider = studentQuantile(1 - FALSE_ALARM / pairs.length / 2, df) / studentQuantile(0.975, df);
  return pairs.filter(
    ({ exact, simulated: { mean, halfWidth } }) =>
      halfWidth > 0 && Math.abs(exact - mean) > wider * halfWidth,
  );
}

const known = (stage: StageEstimate, pairs: readonly Pair[]): StageEstimate => ({
  ...stage,
  ...Object.fromEntries(pairs.map(({ measure, exact }) => [measure, { mean: exact, halfWidth: 0 }])),
  simulated: Object.fromEntries(pairs.map(({ measure, simulated }) => [measure, simulated])),
});

function fromChain(scenario: Scenario, { stages, edge, model }: ExactPart): Verdict {
  const bounds = edge.map(({ mostFull }) => mostFull ?? Number.POSITIVE_INFINITY);
  const mostFull = bounds.reduce((sum, bound) => sum + bound, 0);
  return note('exact-part', {
    names: namesOf(scenario, Object.keys(stages)),
    model,
    edge: namesOf(
      scenario,
      edge.map(({ stage }) => stage),
    ),
    ...(Number.isFinite(mostFull) && { mostFull }),
  });
}

const tellsOfLength = ({ code, stage }: Verdict, { stages }: ExactPart): boolean =>
  stage !== undefined && stage in stages && LENGTH_CODES.includes(code);

/** What would make simulated means doubtful. */
const LENGTH_CODES: readonly VerdictCode[] = ['short-run', 'warmup-too-short', 'growing'];

function differs(scenario: Scenario, part: ExactPart, { stage, measure, exact, simulated }: Pair): Verdict {
  const names = namesOf(scenario, Object.keys(part.stages));
  const [name = stage] = namesOf(scenario, [stage]);
  const { mean, halfWidth } = simulated;
  const facts = { names, model: part.model, name, measure, exact, mean, halfWidth };
  return warning('exact-part-differs', facts, stage);
}

const namesOf = ({ nodes }: Scenario, ids: readonly string[]): readonly string[] =>
  ids.map((id) => nodes.find((node) => node.id === id)?.name ?? id);

/** What a run for a precision does not reach: which measure of which stage, and how much more it would take. */

/** The result, with a verdict before the others when enough is made to tell and the precision is not reached. */
export function withStoppingVerdict(scenario: Scenario, result: SimulationResult): SimulationResult {
  const verdict = stoppingVerdict(scenario, result);
  return verdict ? { ...result, verdicts: [verdict, ...result.verdicts] } : result;
}

function stoppingVerdict(scenario: Scenario, result: SimulationResult): Verdict | undefined {
  const { plan, replications } = result;
  const missing = missingOf(plan, result);
  const [worst] = missing;
  if (worst === undefined || replications < leastReplications(plan)) return undefined;
  const reasons = plan.course === undefined ? unsettledStages(scenario) : new Map<NodeId, Unsettled>();
  const isUnsettled = ({ stage, measure }: Missing) => OF_THE_QUEUE.has(measure) && reasons.has(stage);
  const others = missing.filter((one) => !isUnsettled(one));
  const ids = new Set(missing.filter(isUnsettled).map(({ stage }) => stage));
  const facts = {
    precision: plan.precision!,
    replications,
    missing: missing.map(({ stage, measure, share }) => ({
      name: namesOf(scenario, [stage])[0]!,
      measure,
      share,
    })),
    ...(others.length > 0 && { needed: neededFor(others[0]!.share, plan.precision!, replications) }),
    ...(ids.size > 0 && { unsettled: [...ids].map((id) => reasons.get(id)!) }),
    most: MOST_REPLICATIONS,
  };
  return warning('precision-missed', facts, worst.stage);
}

/** What an overloaded stage serves, and how busy it is, settles all the same. */
const OF_THE_QUEUE: ReadonlySet<PrecisionMeasure> = new Set<PrecisionMeasure>([
  'meanOccupancy',
  'meanQueueLength',
  'meanSojournTime',
  'meanWaitingTime',
]);

/**
 * Stages whose queue settles in no run, by what is drawn and not by how a run went: one that merely still grows in a short
 * run is none of them. Only where the rates that come are sure, so where nothing before the stage can be held up, loses or
 * looks at the state of the network.
 */
function unsettledStages(scenario: Scenario): ReadonlyMap<NodeId, Unsettled> {
  const graph = graphOf(scenario);
  const network = mixedFlows(scenario, graph);
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const found = new Map<NodeId, Unsettled>();
  if (!flows) return found;
  network.nodes.forEach(({ node, serverLimit }, i) => {
    if (!isStage(node) || !isPlainQueue(node)) return;
    if (!ancestors(graph, node.id).every((id) => passesFreely(graph, id))) return;
    const name = nameOf(node);
    const servers = serverCountOf(node);
    const load = flows.offered[i]! / serverLimit;
    const shape = node.byClass || servesByPriority(node) ? undefined : shapeWithoutVariance(node.service);
    if (load >= 1 - ROUNDING) found.set(node.id, { name, load });
    else if (
      shape !== undefined &&
      load > 0 &&
      !sharesServers(node) &&
      !hasMeanWait(shape, load * servers, servers)
    )
      found.set(node.id, { name, shape });
  });
  return found;
}

const ROUNDING = 1e-12;

const isPlainQueue = (node: StageNode): boolean =>
  node.capacity === undefined && !isDataflow(node) && !node.schedule && !node.speeds;

/** Its inputs, as far back as there are some. */
function ancestors(graph: Graph, id: NodeId): readonly NodeId[] {
  const found = new Set<NodeId>();
  const next = [id];
  for (const to of next)
    for (const { from } of graph.incoming.get(to)!)
      if (!found.has(from)) {
        found.add(from);
        next.push(from);
      }
  return [...found];
}

/** What comes to it goes on sooner or later, at a rate that does not hang on what others hold. */
function passesFreely(graph: Graph, id: NodeId): boolean {
  const node = graph.nodes.get(id)!;
  if (node.kind === 'join' || node.kind === 'fork') return false;
  if ('schedule' in node && node.schedule) return false;
  if (isStage(node) && (!isPlainQueue(node) || node.resource !== undefined)) return false;
  if ('routing' in node && node.routing && looksAtState(node.routing.rule)) return false;
  return graph.outgoing.get(id)!.every(({ to }) => {
    const receiver = graph.nodes.get(to)!;
    return !isStage(receiver) || isPlainQueue(receiver);
  });
}
