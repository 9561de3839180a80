/** One stage or delay as the engine takes it: defaults filled in, what classes have of their own beside the stage's. */
import type { ServiceDistribution } from '../../core/distributions/distribution.ts';
import {
  type DelayNode,
  isDelay,
  isStage,
  type Scenario,
  type ScenarioNode,
  type Schedule,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import {
  type ByClass,
  type ClassModel,
  type ScheduleModel,
  type StageModel,
  UNBOUNDED,
} from './simulation-model.ts';

/** Where elements spend time. */
export type PlaceNode = StageNode | DelayNode;
export const isPlace = (node: ScenarioNode): node is PlaceNode => isStage(node) || isDelay(node);

export interface StageContext {
  readonly scenario: Scenario;
  readonly classes: readonly ClassModel[];
  readonly rank: number;
  readonly asksFirst: boolean;
  readonly beginsRound: ByClass<boolean>;
}

// Models are written field by field, not spread: engines then know all stages as of one shape.

export function compileStage(place: PlaceNode, context: StageContext): StageModel {
  const node: StageNode = place.kind === 'stage' ? place : { ...place, kind: 'stage', discipline: 'PS' };
  const { classes, scenario } = context;
  const own = classes.map(({ id }) => node.byClass?.[id] ?? {});
  const bulk = node.bulk ?? { rule: 'full', size: 1 };
  const { levels, levelCount } = levelsOf(node, scenario, classes);
  return {
    id: node.id,
    isDelay: place.kind === 'delay',
    capacity: node.capacity ?? UNBOUNDED,
    serverCount: place.kind === 'delay' ? UNBOUNDED : (node.serverCount ?? 1),
    discipline: node.discipline ?? 'FCFS',
    preempts: node.discipline === 'priority' && node.preemption === 'resume' && levelCount > 1,
    levels,
    levelCount,
    service: node.service,
    schedule: scheduleOf(node.schedule, (frame): ServiceDistribution => frame.service),
    ownServices: own.map(({ service }) => service ?? null),
    batchMin: bulk.rule === 'full' ? bulk.size : bulk.min,
    batchMax: bulk.rule === 'full' ? bulk.size : bulk.max,
    timeout: bulk.timeout ?? Number.POSITIVE_INFINITY,
    passProbability: own.map(({ passProbability }) => passProbability ?? node.passProbability ?? 1),
    ownFilters: own.map(({ passProbability }) => passProbability !== undefined),
    factor: own.map(({ conversionFactor }) => conversionFactor ?? node.conversionFactor ?? 1),
    drops: node.whenFull === 'drop',
    reserves: node.whenFull === 'blockBefore',
    whole: node.admission === 'whole' && node.capacity !== undefined,
    asksFirst: context.asksFirst,
    resource: (scenario.resources ?? []).findIndex(({ id }) => id === node.resource),
    beginsRound: context.beginsRound,
    rank: context.rank,
  };
}

/** One line for each priority among the classes, where the discipline looks at it (P1); else one for all. */
function levelsOf(node: StageNode, scenario: Scenario, classes: readonly ClassModel[]) {
  const priorities = classes.map((_, i) => scenario.classes?.[i]?.priority ?? 0);
  if (node.discipline !== 'priority') return { levels: classes.map(() => 0), levelCount: 1 };
  const distinct = [...new Set(priorities)].sort((a, b) => a - b);
  return {
    levels: priorities.map((priority) => distinct.indexOf(priority)),
    levelCount: distinct.length,
  };
}

export function scheduleOf<Frame extends { readonly from: number }, Distribution>(
  schedule: Schedule<Frame> | undefined,
  distributionOf: (frame: Frame) => Distribution | undefined,
): ScheduleModel<Distribution> | null {
  if (!schedule) return null;
  return {
    from: Float64Array.from(schedule.frames, ({ from }) => from),
    distributions: schedule.frames.map(distributionOf),
    period: schedule.period ?? Number.POSITIVE_INFINITY,
  };
}
