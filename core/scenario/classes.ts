/** Questions about kinds of jobs, answered with the defaults filled in. */
import type { ServiceDistribution } from '../distributions/index.ts';
import { ownOf } from './defaults.ts';
import type { ClassId, DelayNode, JobClass, Scenario, SourceNode, StageNode } from './scenario.ts';

/** Id of the one class of a scenario that names none. No written class can have it: an id has at least one character. */
export const DEFAULT_CLASS: ClassId = '';

const NAMELESS: readonly JobClass[] = [{ id: DEFAULT_CLASS }];

/** The kinds of jobs, at least one; the first is what sources emit that name none. */
export const classesOf = ({ classes }: Pick<Scenario, 'classes'>): readonly JobClass[] =>
  classes === undefined || classes.length === 0 ? NAMELESS : classes;

/** What a source emits. */
export const sourceClass = (scenario: Pick<Scenario, 'classes'>, source: SourceNode): ClassId =>
  source.class ?? classesOf(scenario)[0]!.id;

export type ClosedClass = JobClass & Required<Pick<JobClass, 'closed'>>;

/** Does the class have a fixed number of jobs that never leave? */
export const isClosed = (jobClass: JobClass): jobClass is ClosedClass => jobClass.closed !== undefined;

export const closedClassesOf = (scenario: Pick<Scenario, 'classes'>): readonly ClosedClass[] =>
  classesOf(scenario).filter(isClosed);

/** Distribution of the times of service (of stay, in a delay) before the first frame of a schedule. */
export const serviceOf = (node: StageNode | DelayNode, jobClass: ClassId): ServiceDistribution =>
  ownOf(node.byClass, jobClass)?.service ?? node.service;
