/** Questions about kinds of jobs, answered with the defaults filled in. */
import type { ServiceDistribution } from '../distributions/distribution.ts';
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

/** Does the class have a fixed number of jobs that never leave? */
export const isClosed = (jobClass: JobClass): jobClass is JobClass & Required<Pick<JobClass, 'closed'>> =>
  jobClass.closed !== undefined;

/** Smaller goes first where the discipline is priority. */
export const priorityOf = (jobClass: JobClass): number => jobClass.priority ?? 0;

/** Distribution of the times of service (of stay, in a delay) before the first frame of a schedule. */
export const serviceOf = (node: StageNode | DelayNode, jobClass: ClassId): ServiceDistribution =>
  ownOf(node.byClass, jobClass)?.service ?? node.service;

/** P: probability that a served element of the class goes on. */
export const passProbabilityOf = (stage: StageNode, jobClass: ClassId): number =>
  ownOf(stage.byClass, jobClass)?.passProbability ?? stage.passProbability ?? 1;

/** F: native elements that one arriving element of the class becomes. */
export const conversionFactorOf = (stage: StageNode, jobClass: ClassId): number =>
  ownOf(stage.byClass, jobClass)?.conversionFactor ?? stage.conversionFactor ?? 1;

/** Ids come from files, so that one may be a word that every object has. */
const ownOf = <Entry>(
  byClass: Readonly<Record<ClassId, Entry>> | undefined,
  id: ClassId,
): Entry | undefined => (byClass !== undefined && Object.hasOwn(byClass, id) ? byClass[id] : undefined);
