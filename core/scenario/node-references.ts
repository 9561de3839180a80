/** What names nodes besides links: closed classes by their start, groups, precisions, queries, the measurement. */
import type { Query } from '../measurement/query.ts';
import type { InputPrecision, JobClass, NodeId, Scenario } from './scenario.ts';

/**
 * Forgets nodes: groups go on without them, and disappear with their last stage; a closed class without its start has
 * no place for its jobs and is open from then on. The measurement and what is asked of it stay.
 */
export function forgetNodes(scenario: Scenario, gone: ReadonlySet<NodeId>): Scenario {
  const { classes, groups, precisions, ...rest } = scenario;
  const left = groups
    ?.map((group) => ({ ...group, stages: group.stages.filter((id) => !gone.has(id)) }))
    .filter(({ stages }) => stages.length > 0);
  return {
    ...rest,
    ...(classes && {
      classes: classes.map((each) => (each.closed && gone.has(each.closed.start) ? opened(each) : each)),
    }),
    ...(left && left.length > 0 && { groups: left }),
    ...known(precisions?.filter(({ node }) => !gone.has(node))),
  };
}

const known = (precisions: readonly InputPrecision[] = []) => (precisions.length > 0 ? { precisions } : {});

function opened({ closed: _, ...jobClass }: JobClass): JobClass {
  return jobClass;
}

/** Follows nodes to their new ids. */
export function renameReferences(scenario: Scenario, renamed: (id: NodeId) => NodeId): Scenario {
  const { classes, groups, precisions, queries, measurement } = scenario;
  return {
    ...scenario,
    ...(classes && { classes: classes.map((each) => restarted(each, renamed)) }),
    ...(groups && { groups: groups.map((group) => ({ ...group, stages: group.stages.map(renamed) })) }),
    ...(precisions && { precisions: precisions.map((each) => ({ ...each, node: renamed(each.node) })) }),
    ...(queries && { queries: queries.map((each) => moved(each, renamed)) }),
    ...(measurement && {
      measurement: {
        ...measurement,
        stages: measurement.stages.map((row) => ({ ...row, stage: renamed(row.stage) })),
      },
    }),
  };
}

const moved = (query: Query, renamed: (id: NodeId) => NodeId): Query => ({
  ...query,
  at: renamed(query.at),
  ...(query.to !== undefined && { to: renamed(query.to) }),
});

/** The class with its start at the new id. */
export const restarted = (jobClass: JobClass, renamed: (id: NodeId) => NodeId): JobClass =>
  jobClass.closed
    ? { ...jobClass, closed: { ...jobClass.closed, start: renamed(jobClass.closed.start) } }
    : jobClass;
