/**
 * The scenario: what the editor edits, links carry, and every engine reads. This file is the format, one comment per
 * field; the rules of stages, links and resources are in `core/rules`. All numbers are SI: seconds, elements, elements per second.
 * What is absent has the default named here.
 * Meaning of the terms: docs/models.md. Reading from JSON: `schema.ts`; older versions: `migrate.ts`.
 */

import type { ArrivalDistribution, ServiceDistribution } from '../distributions/index.ts';
import type { Measurement } from '../measurement/measurement.ts';
import type { Query } from '../measurement/query.ts';
import type { TimeUnit } from '../quantities/quantity-format.ts';
import type { Arbitration } from '../rules/arbitration.ts';
import type { BulkRule } from '../rules/bulk.ts';
import type { Discipline, Preemption } from '../rules/discipline.ts';
import type { Firing } from '../rules/firing.ts';
import type { RoutingRule } from '../rules/routing.ts';
import type { Admission, WhenFull } from '../rules/when-full.ts';

export const SCENARIO_FORMAT = 'stagegraph-scenario';
export const SCHEMA_VERSION = 3;

export type NodeId = string;
export type ClassId = string;

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
  /** Kinds of jobs; ids are unique. One nameless class when absent. The first is what a source emits that names none. */
  readonly classes?: readonly JobClass[];
  /** What services of several stages need while they last; ids are unique. */
  readonly resources?: readonly SharedResource[];
  /** Stages that are looked at as one queue (virtual queues); ids are unique, and differ from those of nodes. */
  readonly groups?: readonly StageGroup[];
  /** What elements cross between platforms; ids are unique. */
  readonly buses?: readonly Bus[];
  /** How well inputs are known, where that is not said by their digits; no input twice. */
  readonly precisions?: readonly InputPrecision[];
  /** What was measured on the real system, reduced to what is compared. */
  readonly measurement?: Measurement;
  /** What is asked of measurements, and what must hold; ids are unique. */
  readonly queries?: readonly Query[];
}

/** A connection of two platforms. A link that crosses it has a stage of its own, whose `bus` names it: a virtual queue. */
export interface Bus {
  readonly id: string;
  readonly typed?: Typed;
  /** The id when absent. */
  readonly name?: string;
  /** Two different platforms, in either direction. */
  readonly between: readonly [Platform, Platform];
  /** Bandwidth, B/s, > 0. */
  readonly bytesPerSecond: number;
  /** Elements of one transfer, which waits until that many are there; integer >= 1, default 1. */
  readonly bulkSize?: number;
  /** Time of a transfer besides that of its bytes, s, >= 0, default 0. */
  readonly latency?: number;
  /** Most elements at the sender's end, those in transfer included; unbounded when absent. */
  readonly capacity?: number;
}

/** An input is known to `value * (1 -+ plusMinus)`. */
export interface InputPrecision {
  readonly node: NodeId;
  /** A number of the node, such as `service.rate` or `passProbability`. */
  readonly field: string;
  /** Relative half width, 0..1. */
  readonly plusMinus: number;
}

/** A kind of jobs. Open unless `closed`: its jobs come from sources. */
export interface JobClass {
  readonly id: ClassId;
  /** The id when absent. */
  readonly name?: string;
  /** Where the discipline is priority the smaller goes first; integer >= 0, default 0. */
  readonly priority?: number;
  /** A fixed number of jobs that never leave. */
  readonly closed?: ClosedPopulation;
}

export interface ClosedPopulation {
  /** Jobs, integer >= 0; 0 of a class that only class switches bring about. */
  readonly population: number;
  /** The stage or delay where they are at the start, as far as it has room; a visit to it ends one round and begins the next. */
  readonly start: NodeId;
}

/** Something that stages share, such as one bus for two flows: a service holds one unit of it while it lasts. */
export interface SharedResource {
  readonly id: string;
  /** The id when absent. */
  readonly name?: string;
  /** Services at the same time, over all stages that name it; integer >= 1, default 1. */
  readonly units?: number;
  /** Who is next: whoever asked first, or the stages in turn. Default FCFS. */
  readonly arbitration?: Arbitration;
}

/** A virtual queue: the elements in all of these stages together, each counted in its stage's native unit. */
export interface StageGroup {
  readonly id: string;
  /** The id when absent. */
  readonly name?: string;
  /** Stages and delays; at least one, none twice. */
  readonly stages: readonly NodeId[];
}

export type ScenarioNode = SourceNode | StageNode | DelayNode | RouterNode | ForkNode | JoinNode | SinkNode;
export type NodeKind = ScenarioNode['kind'];

interface NodeBase {
  /** 1 to 80 characters; links and measurements refer to it. */
  readonly id: NodeId;
  /** Shown on the graph; the id when absent. */
  readonly name?: string;
  /** Place on the drawing, in its pixels; laid out by itself when absent. */
  readonly position?: Position;
  readonly typed?: Typed;
}

/**
 * How its numbers were typed, by field: `{ 'service.rate': '133 MHz' }`. A text is shown in place of the number while it
 * stands for it; nothing is computed from it.
 */
export type Typed = Readonly<Record<string, string>>;

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
  readonly interarrival: ArrivalDistribution;
  /** Elements at each arrival, integer >= 1, default 1. */
  readonly batchSize?: number;
  /** What it emits, an open class; the first one when absent. */
  readonly class?: ClassId;
  /** How the times between batches change; `interarrival` holds before the first frame. */
  readonly schedule?: Schedule<ArrivalFrame>;
  /** How elements choose among several links; default probabilistic. */
  readonly routing?: Routing;
  /** What it runs on: tints its edge. */
  readonly platform?: Platform;
}

/** Frames that begin one after the other, s from the start of the run. The last one stays, or all start over after `period`. */
export interface Schedule<Frame> {
  /** At least one, in the order of `from`. */
  readonly frames: readonly Frame[];
  /** s, > the last `from`. */
  readonly period?: number;
}

export interface ArrivalFrame {
  /** s, >= 0. The time until the next arrival is drawn anew at this moment. */
  readonly from: number;
  /** Nothing arrives when absent. */
  readonly interarrival?: ArrivalDistribution;
}

export interface ServiceFrame {
  /** s, >= 0. Services that begin from then on have this distribution; those under way keep theirs. */
  readonly from: number;
  readonly service: ServiceDistribution;
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
  /** lambda_mo: extra Poisson flow of the first class at the stage's entry, in the sender's unit, 1/s, >= 0, default 0. */
  readonly overdriveRate?: number;
  /** What a service takes; default anyInput. */
  readonly firing?: Firing;
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
  /** With discipline priority: whether a job that is more urgent interrupts a service, which goes on later where it was. Default none. */
  readonly preemption?: Preemption;
  /** Time of one service (of one batch, where served in bulk: the distribution of the class of its first element; in a pipeline, until the server takes the next). */
  readonly service: ServiceDistribution;
  /** Time of each firing of a dataflow stage, s, >= 0, a number for each phase in turn; as `service` says when absent. */
  readonly firingTimes?: readonly number[];
  /** Speed of each server with 1, 2, ... elements in the stage, > 0; the last holds beyond. As `service` says when absent. */
  readonly speeds?: readonly number[];
  /** A server takes the next element when `service` is over; each leaves so long after its start, s, >= 0. One at a time when absent. */
  readonly pipelineLatency?: number;
  /** How the service times change; `service` holds before the first frame. Classes with a service of their own are not touched. */
  readonly schedule?: Schedule<ServiceFrame>;
  /** What classes have otherwise than the stage says. */
  readonly byClass?: Readonly<Record<ClassId, ClassAtStage>>;
  /** A service holds one unit of this shared resource while it lasts, and waits for it with its server idle. */
  readonly resource?: string;
  /** Default: one by one. */
  readonly bulk?: BulkRule;
  /** P: probability that a served element goes on (is not filtered out), 0..1, default 1. */
  readonly passProbability?: number;
  /** How elements choose among several links; default probabilistic. */
  readonly routing?: Routing;
  /** What the stage runs on: tints its edge. */
  readonly platform?: Platform;
  /** What its service would be on other platforms; one that is moved takes it from here. */
  readonly alternatives?: Alternatives;
  /** It stands for a crossing of this bus, whose transfers are its services: made and removed as stages move between platforms. */
  readonly bus?: string;
}

/** Services by platform. */
export type Alternatives = Readonly<Partial<Record<Platform, ServiceDistribution>>>;

export type Platform = 'cpu' | 'fpga' | 'gpu' | 'bus';

export interface Routing {
  readonly rule: RoutingRule;
}

/** How one class is served at a stage; what is absent is as the stage says. */
export interface ClassAtStage {
  readonly service?: ServiceDistribution;
  readonly conversionFactor?: number;
  readonly passProbability?: number;
}

/** A time that every element spends on its own: as many servers as elements, no queue, no bound. */
export interface DelayNode extends NodeBase {
  readonly kind: 'delay';
  /** Name of its elements; 'element' when absent. */
  readonly unit?: string;
  /** Bytes of one element. */
  readonly unitBytes?: number;
  /** Time that an element stays. */
  readonly service: ServiceDistribution;
  /** Only `service` may differ. */
  readonly byClass?: Readonly<Record<ClassId, Pick<ClassAtStage, 'service'>>>;
  /** How elements choose among several links; default probabilistic. */
  readonly routing?: Routing;
}

/** Splits each element into one task per link, which a join puts together again. Takes no time. */
export interface ForkNode extends NodeBase {
  readonly kind: 'fork';
}

/** Waits for all tasks of one element of the last fork it came through, those that left on the way excepted, and sends one element on. */
export interface JoinNode extends NodeBase {
  readonly kind: 'join';
  /** How elements choose among several links; default probabilistic. */
  readonly routing?: Routing;
}

/** Sends each element on at once, without queue or server. */
export interface RouterNode extends NodeBase {
  readonly kind: 'router';
  readonly routing?: Routing;
  /** What jobs leave it as: by class that comes, the probability of each class, summing to 1; a class without a row stays what it is. Before its links are chosen. */
  readonly classSwitch?: Readonly<Record<ClassId, Readonly<Record<ClassId, number>>>>;
}

/** Where elements leave. */
export interface SinkNode extends NodeBase {
  readonly kind: 'sink';
}

export interface Link {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly typed?: Typed;
  /** Share of the sender's elements under probabilistic routing; equal shares when no link of the sender has one. */
  readonly probability?: number;
  /** The share of a class, where it is otherwise: a class named on one link of a sender counts only those links that name it. */
  readonly byClass?: Readonly<Record<ClassId, number>>;
  /** Most tokens in the FIFO of a link to a dataflow stage, those of a firing under way included, or most tasks that wait at a join on this link; integer >= 1; unbounded when absent. */
  readonly depth?: number;
  /** Tokens in that FIFO at the start, integer >= 0, default 0. */
  readonly initialTokens?: number;
  /** Tokens that each firing of a dataflow sender gives, a number for each phase in turn; integers >= 0; default 1. */
  readonly produced?: readonly number[];
  /** Tokens that each firing of a dataflow receiver takes, a number for each phase in turn; integers >= 0; default 1. */
  readonly consumed?: readonly number[];
}

export const isStage = (node: ScenarioNode): node is StageNode => node.kind === 'stage';
export const isSource = (node: ScenarioNode): node is SourceNode => node.kind === 'source';
export const isDelay = (node: ScenarioNode): node is DelayNode => node.kind === 'delay';
