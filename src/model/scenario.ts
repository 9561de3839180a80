/**
 * The scenario: what the editor edits, links carry, and every engine reads. This file is the format, one comment per
 * field. All numbers are SI: seconds, elements, elements per second. What is absent has the default named here.
 * Meaning of the terms: docs/models.md. Reading from JSON: `schema.ts`; older versions: `migrate.ts`.
 */
import type { ArrivalLaw, ServiceLaw } from './law.ts';
import type { Measurement } from './measurement.ts';

export const SCENARIO_FORMAT = 'stagegraph-scenario';
export const SCHEMA_VERSION = 1;

export type NodeId = string;

/** What times are shown in; numbers in the file stay in seconds. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

export interface Scenario {
  readonly format: typeof SCENARIO_FORMAT;
  readonly schemaVersion: typeof SCHEMA_VERSION;
  /** 1 to 200 characters. */
  readonly name: string;
  /** Markdown: what is modelled, where the numbers come from. */
  readonly notes?: string;
  /** Default 's'. */
  readonly timeUnit?: TimeUnit;
  /** Ids are unique. */
  readonly nodes: readonly ScenarioNode[];
  /** FIFO channels; each joins two nodes that exist, no pair twice. */
  readonly links: readonly Link[];
  /** What was measured on the real system, reduced to what is compared. */
  readonly measurement?: Measurement;
}

export type ScenarioNode = SourceNode | StageNode | RouterNode | SinkNode;
export type NodeKind = ScenarioNode['kind'];

interface NodeBase {
  /** 1 to 80 characters; links and measurements refer to it. */
  readonly id: NodeId;
  /** Shown on the graph; the id when absent. */
  readonly name?: string;
  /** Place on the drawing, in its pixels; laid out by itself when absent. */
  readonly position?: Position;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Where elements enter. */
export interface SourceNode extends NodeBase {
  readonly kind: 'source';
  /** Name of what it emits; 'element' when absent. */
  readonly unit?: string;
  /** Bytes of one element, so that rates may be typed as bytes per second. */
  readonly unitBytes?: number;
  /** Times between batches. */
  readonly interarrival: ArrivalLaw;
  /** Elements at each arrival, integer >= 1, default 1. */
  readonly batchSize?: number;
  /** How elements choose among several links; default probabilistic. */
  readonly routing?: Routing;
}

/** One queue and its servers. */
export interface StageNode extends NodeBase {
  readonly kind: 'stage';
  /** Name of the stage's native element; 'element' when absent. */
  readonly unit?: string;
  /** Bytes of one native element. */
  readonly unitBytes?: number;
  /** F: native elements that one arriving element becomes, > 0, default 1. */
  readonly conversionFactor?: number;
  /** lambda_mo: extra Poisson flow at the stage's entry, in the sender's unit, 1/s, >= 0, default 0. */
  readonly overdriveRate?: number;
  /** K: most elements in the stage, those in service included; integer >= 1; unbounded when absent. */
  readonly capacity?: number;
  /** What an arrival meets when the stage is full; default block. */
  readonly whenFull?: WhenFull;
  /** How a group enters a stage without room for all of it; default partial. */
  readonly admission?: Admission;
  /** c: identical parallel servers, integer >= 1, default 1. */
  readonly serverCount?: number;
  /** Default FCFS. */
  readonly discipline?: Discipline;
  /** Time of one service (of one batch, where served in bulk). */
  readonly service: ServiceLaw;
  /** Default: one by one. */
  readonly bulk?: BulkRule;
  /** P: probability that a served element goes on (is not filtered out), 0..1, default 1. */
  readonly passProbability?: number;
  /** How elements choose among several links; default probabilistic. */
  readonly routing?: Routing;
  /** What the stage runs on: tints its edge. */
  readonly platform?: Platform;
}

/** block: after service the element keeps its server until there is room. drop: lost. blockBefore: a server starts only when its destination has room, and reserves it. */
export type WhenFull = 'block' | 'drop' | 'blockBefore';
/** partial: those that fit enter. whole: the group enters only when there is room for all of it. */
export type Admission = 'partial' | 'whole';
/** RSS: random selection for service. PS: processor sharing. */
export type Discipline = 'FCFS' | 'LCFS' | 'RSS' | 'PS';
export type Platform = 'cpu' | 'fpga' | 'gpu' | 'bus';

/** full: a server waits for exactly `size` elements. upTo: it starts with at least `min` and takes up to `max`. */
export type BulkRule =
  | { readonly rule: 'full'; readonly size: number; readonly timeout?: number }
  | { readonly rule: 'upTo'; readonly min: number; readonly max: number; readonly timeout?: number };

export interface Routing {
  /** joinShortestQueue goes where fewest elements are; broadcast sends a copy along every link. */
  readonly rule: 'probabilistic' | 'roundRobin' | 'joinShortestQueue' | 'broadcast';
}

/** Sends each element on at once, without queue or server. */
export interface RouterNode extends NodeBase {
  readonly kind: 'router';
  readonly routing?: Routing;
}

/** Where elements leave. */
export interface SinkNode extends NodeBase {
  readonly kind: 'sink';
}

export interface Link {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Share of the sender's elements under probabilistic routing; equal shares when no link of the sender has one. */
  readonly probability?: number;
}

export const isStage = (node: ScenarioNode): node is StageNode => node.kind === 'stage';
export const isSource = (node: ScenarioNode): node is SourceNode => node.kind === 'source';
