/** Faults of what enters the network: by sources, and by the overdrive of stages. */
import { classesOf, conversionFactorOf, isClosed, sourceClass } from './classes.ts';
import { error, type Finding, warning } from './finding.ts';
import type { Graph } from './graph.ts';
import type { Scenario, SourceNode, StageNode } from './scenario.ts';

type Classes = Pick<Scenario, 'classes'>;

export function sourceFindings(source: SourceNode, scenario: Classes, graph: Graph): readonly Finding[] {
  return [...emittedClosed(source, scenario), ...batchFindings(source, scenario, graph)];
}

function emittedClosed(source: SourceNode, scenario: Classes): readonly Finding[] {
  const id = sourceClass(scenario, source);
  if (!classesOf(scenario).some((jobClass) => jobClass.id === id && isClosed(jobClass))) return [];
  const text = `class "${id}" is closed, so its jobs cannot come from a source; choose an open class.`;
  return [error('closed-class-emitted', text)];
}

/** An overdrive is a source of the first class. */
export function overdriveFindings(stage: StageNode, scenario: Classes): readonly Finding[] {
  const first = classesOf(scenario)[0]!;
  if (!stage.overdriveRate || !isClosed(first)) return [];
  const text = `its overdrive adds jobs of the first class, and "${first.id}" is closed; put an open class first.`;
  return [error('closed-class-emitted', text)];
}

/** A batch that goes as a whole to one stage which takes groups only whole. */
function batchFindings(source: SourceNode, scenario: Classes, graph: Graph): readonly Finding[] {
  const { id, batchSize = 1 } = source;
  const links = graph.outgoing.get(id)!;
  const stage = links.length === 1 ? graph.nodes.get(links[0]!.to) : undefined;
  if (batchSize === 1 || stage?.kind !== 'stage' || stage.admission !== 'whole' || !stage.capacity) return [];
  const group = Math.ceil(batchSize * conversionFactorOf(stage, sourceClass(scenario, source)));
  if (group <= stage.capacity) return [];
  const text = `its batch arrives at "${stage.id}" as ${group} elements, which takes groups only whole and has capacity ${stage.capacity}.`;
  return [warning('batch-never-fits', text)];
}
