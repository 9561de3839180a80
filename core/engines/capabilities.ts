/**
 * What each engine can do, by kind of node, distribution and rule. What is not listed is refused by name before
 * anything else is looked at, so that nothing unknown is ever run as something known. An engine may still refuse a kind that it
 * lists where it depends on more than the kind, such as a capacity or a second link.
 */
import { kindsOf } from '../base/kinds.ts';
import type { ArrivalDistribution } from '../distributions/index.ts';
import type { Engine } from '../measures/methods.ts';
import { type NoAnswer, noAnswer } from '../measures/refusals.ts';
import type { Arbitration } from '../rules/arbitration.ts';
import type { BulkKind } from '../rules/bulk.ts';
import type { Discipline, Preemption } from '../rules/discipline.ts';
import type { Firing } from '../rules/firing.ts';
import type { RoutingRule } from '../rules/routing.ts';
import { TIMING, type Timing } from '../rules/timing.ts';
import { type Admission, WHEN_FULL, type WhenFull, whenFullOf } from '../rules/when-full.ts';
import { isSwitch } from '../scenario/class-switch.ts';
import { nameOf } from '../scenario/defaults.ts';
import type { NodeId, NodeKind, Scenario, ScenarioNode, StageNode } from '../scenario/scenario.ts';

interface Kinds {
  readonly node: NodeKind;
  readonly distribution: ArrivalDistribution['distribution'];
  readonly whenFull: WhenFull;
  readonly admission: Admission;
  readonly discipline: Discipline;
  readonly preemption: Preemption;
  readonly bulk: BulkKind;
  readonly routing: RoutingRule;
  readonly arbitration: Arbitration;
  readonly timing: Timing;
  readonly firing: Firing;
  /** Tasks that wait at a join: any number, or so many on a link. */
  readonly joinRoom: 'unlimited' | 'limited';
  /** Whether elements become of another class. */
  readonly classes: 'kept' | 'switched';
}

type Aspect = keyof Kinds;
type Capabilities = { readonly [A in Aspect]: readonly Kinds[A][] };

/** All rules but those of a full stage, which differ most. */
const ALL_RULES = {
  admission: ['partial', 'whole'],
  discipline: ['FCFS', 'LCFS', 'RSS', 'PS', 'priority'],
  preemption: ['none', 'resume'],
  bulk: ['full', 'upTo'],
  routing: ['probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast'],
  arbitration: ['FCFS', 'roundRobin'],
} as const;

const NODES = ['source', 'stage', 'delay', 'router', 'fork', 'join', 'sink'] as const;

const DISTRIBUTIONS = [
  'exponential',
  'deterministic',
  'erlang',
  'gamma',
  'hyperexponential',
  'uniform',
  'triangular',
  'lognormal',
  'weibull',
  'pareto',
  'phaseType',
  'empirical',
  'trace',
  'map',
  'onOff',
] as const;

/** Distributions by their moments, full stages by loss or blocking. */
const FORMULAS = {
  ...ALL_RULES,
  node: NODES,
  distribution: DISTRIBUTIONS,
  whenFull: ['block', 'blockBefore', 'drop'],
  firing: ['anyInput'],
  joinRoom: ['unlimited'],
  classes: ['kept'],
  timing: [],
} as const;

const WITH_SWITCHES = { ...FORMULAS, classes: ['kept', 'switched'] } as const;

/** Engines that follow who waits. */
const WITH_OLDEST = ['block', 'blockBefore', 'drop', 'dropOldest'] as const;

export const CAPABILITIES = {
  formulas: WITH_SWITCHES,
  qna: WITH_SWITCHES,
  blocking: WITH_SWITCHES,
  closed: { ...WITH_SWITCHES, timing: ['occupancy'] },
  chain: { ...WITH_SWITCHES, whenFull: WITH_OLDEST, timing: ['batchSize', 'occupancy'] },
  selfTimed: {
    node: NODES,
    distribution: ['deterministic'],
    whenFull: ['block', 'blockBefore', 'drop'],
    admission: ['partial'],
    discipline: ['FCFS'],
    preemption: ['none'],
    bulk: ['full', 'upTo'],
    routing: ['probabilistic', 'roundRobin', 'broadcast'],
    arbitration: [],
    firing: ['anyInput', 'everyInput'],
    joinRoom: ['unlimited', 'limited'],
    classes: ['kept'],
    timing: ['batchSize', 'pipeline', 'phase'],
  },
  transient: { ...FORMULAS, whenFull: WITH_OLDEST },
  bounds: { ...FORMULAS, node: ['source', 'stage', 'delay', 'router', 'fork', 'sink'] },
  simulator: {
    ...FORMULAS,
    whenFull: WITH_OLDEST,
    firing: ['anyInput', 'everyInput'],
    joinRoom: ['unlimited', 'limited'],
    classes: ['kept', 'switched'],
    timing: ['batchSize', 'occupancy', 'pipeline', 'phase'],
  },
  quick: FORMULAS,
} as const satisfies Record<Engine, Capabilities>;

/** Who is named where an engine refuses, the surest first. */
const ADVISED = ['chain', 'simulator', 'selfTimed'] as const;

/** A kind that a scenario uses. */
interface Use {
  readonly aspect: Aspect;
  readonly kind: string;
  /** Id of the node or resource. */
  readonly of: ScenarioNode | { readonly id: string; readonly name?: string };
  /** Path inside it, such as `service.distribution`. */
  readonly field: string;
}

/** The refusal of the first kind that the engine does not list; undefined where it takes all. */
export function refuseKinds(engine: Engine, scenario: Scenario): NoAnswer | undefined {
  for (const node of scenario.nodes) {
    let refused: Use | undefined;
    eachUse(node, (aspect, field, kind) => {
      if (kind !== undefined && !listed(engine, aspect).includes(kind))
        refused ??= { aspect, kind, of: node, field };
    });
    if (refused) return refusalOf(engine, refused, node.id);
  }
  for (const { to, depth } of scenario.links) {
    if (depth === undefined) continue;
    const join = scenario.nodes.find(({ id }) => id === to);
    if (join?.kind !== 'join') continue;
    const use: Use = { aspect: 'joinRoom', kind: 'limited', of: join, field: 'depth' };
    if (!takes(engine, use)) return refusalOf(engine, use, to);
  }
  for (const resource of scenario.resources ?? []) {
    const { arbitration: kind } = resource;
    if (kind === undefined) continue;
    const use: Use = { aspect: 'arbitration', kind, of: resource, field: 'arbitration' };
    if (!takes(engine, use)) return refusalOf(engine, use);
  }
  return undefined;
}

const listed = (engine: Engine, aspect: Aspect): readonly string[] => CAPABILITIES[engine][aspect];

const takes = (engine: Engine, { aspect, kind }: Use): boolean => listed(engine, aspect).includes(kind);

function refusalOf(engine: Engine, use: Use, stage?: NodeId): NoAnswer {
  const { kind, of, field } = use;
  const able = ADVISED.filter((other) => other !== engine && takes(other, use));
  // It asks for constant times, which few have: named where nothing else is left.
  const others = able.filter((other) => other !== 'selfTimed');
  const instead = others.length > 0 ? others : able;
  return noAnswer('kindNotSupported', { name: nameOf(of), field, kind, engine, instead }, stage);
}

type Tell = (aspect: Aspect, field: string, kind: string | undefined) => void;

/** Tells the kinds of a node, field by field; defaults are kinds that every engine takes. Each solve asks several times: no list is made. */
function eachUse(node: ScenarioNode, add: Tell): void {
  add('node', 'kind', node.kind);
  if ('routing' in node) add('routing', 'routing.rule', node.routing?.rule);
  if ('interarrival' in node) {
    add('distribution', 'interarrival.distribution', node.interarrival.distribution);
    for (const { interarrival } of node.schedule?.frames ?? [])
      add('distribution', 'schedule.interarrival.distribution', interarrival?.distribution);
  }
  if ('service' in node) {
    add('distribution', 'service.distribution', node.service.distribution);
    for (const [id, own] of Object.entries(node.byClass ?? {}))
      add('distribution', `byClass.${id}.service.distribution`, own.service?.distribution);
  }
  if (isSwitch(node)) add('classes', 'classSwitch', 'switched');
  if (node.kind === 'stage') eachStageUse(node, add);
}

function eachStageUse(stage: StageNode, add: Tell): void {
  for (const { service } of stage.schedule?.frames ?? [])
    add('distribution', 'schedule.service.distribution', service.distribution);
  // Without a bound no stage is ever full; but what nobody knows is refused all the same.
  if (stage.capacity !== undefined || !(whenFullOf(stage) in WHEN_FULL))
    add('whenFull', 'whenFull', stage.whenFull);
  add('firing', 'firing', stage.firing);
  add('admission', 'admission', stage.admission);
  add('discipline', 'discipline', stage.discipline);
  add('preemption', 'preemption', stage.preemption);
  add('bulk', 'bulk.rule', stage.bulk?.rule);
  for (const kind of kindsOf(TIMING)) {
    const { field, isUsed } = TIMING[kind];
    if (isUsed(stage)) add('timing', field, kind);
  }
}
