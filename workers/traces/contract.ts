/** What the traces of a service say: plain data. Times in s, from the origin of the file; rates in requests per second. */
import type { Result } from '../../core/base/result.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { WhatIfCase } from '../../core/study/what-if.ts';
import type { MeasurementFault } from '../measure/contract.ts';

/** What spans cannot tell, given by a person. */
export interface TraceSettings {
  /** Probability with which a request was traced. */
  readonly sampled?: number;
  /** Requests that a service works on at the same time, in each of its instances. */
  readonly servers?: Readonly<Record<string, number>>;
  /** The stretch that is held against the rest, s from the first request, or of the day (UTC) where `ofDay` is set. */
  readonly window?: TraceWindow;
  /** What would be: `db.servers=+1, load=2x`. One more server where requests wait is asked anyway. */
  readonly whatIf?: readonly string[];
}

/** A setting that does not fit the traces. */
export interface TraceRefusal {
  readonly of: keyof TraceSettings;
  readonly message: string;
}

export interface TraceWindow {
  readonly from: number;
  readonly to: number;
  readonly ofDay?: boolean;
}

/** How the number of servers of a service is known. */
export type ServersKnown =
  /** A person said so. */
  | 'given'
  /** Only the oldest requests inside are ever done next, so that the others must wait. */
  | 'order'
  /** No request was seen to wait for another. */
  | 'unseen';

/** Why visits do not come out as served by servers for which all of them are in the file. */
export type QueueDoubt =
  /** Rank correlation of services one after the other. */
  | { readonly kind: 'row'; readonly servers: number; readonly correlation: number }
  /** Rank correlation of services with the gaps between arrivals, although visits wait. */
  | { readonly kind: 'gaps'; readonly servers: number; readonly correlation: number }
  /** Services of those that waited are longer by this share of a service, or shorter. */
  | { readonly kind: 'waited'; readonly servers: number; readonly longer: number };

/** What calls wait for before the callee's span begins, s: means where it was at work, and where it was not. */
export interface BeforeSpan {
  readonly atWork: number;
  readonly idle: number;
}

export interface ServiceShare {
  readonly service: string;
  /** Mean seconds that a request waited here for a server; undefined where that cannot be told. */
  readonly waiting: number | undefined;
  /** Mean seconds of its response that were the service's own; with waiting where that cannot be told. */
  readonly own: number;
  /** Standard errors of both, by stretches of requests in a row. */
  readonly waitingError: number;
  readonly ownError: number;
}

export interface TracedService extends ServiceShare {
  readonly visits: number;
  /** Visits without a span of their own, which are seen from their callers. */
  readonly ofCallers: number;
  /** They are more than spans that were lost. */
  readonly isOfCallers: boolean;
  /** Mean own work of one visit, without waiting and calls, s. */
  readonly meanService: number;
  readonly scv: number;
  readonly instances: number;
  /** Most visits inside one instance at a time, those included that wait for calls. */
  readonly mostAtOnce: number;
  /** Servers of one instance, or the fewest that there can be: `known` says which. */
  readonly servers: number;
  readonly known: ServersKnown;
  /** Whoever was next to show that it was begun was always one of so many oldest inside. */
  readonly nextAmong: number;
  /** That was no chance. */
  readonly isOrdered: boolean;
  readonly doubt?: QueueDoubt;
  /** Where calls wait for it outside of its span. */
  readonly before?: BeforeSpan;
  /** Mean waiting in a visit, s, were arrivals Poisson and services exponential; for samples with known servers. */
  readonly waitingByModel?: number;
  /** Mean time of one visit with its waiting and its calls, s. */
  readonly stay: number;
  /** How long one visit has a server, its calls included, s; undefined where waiting is not told. */
  readonly held: number | undefined;
  /** Share of the visits that end although the servers cannot have begun them: `servers` is too small, or the order is another. */
  readonly impossible: number;
}

/** The clock of a host against that of its callers. */
export interface ClockOffset {
  readonly clock: string;
  /** s; where the clock drifts, in the middle of the file. */
  readonly offset: number;
  /** Seconds that it gains with every second, where no one offset fits. */
  readonly drift?: number;
  /** What parents and children allow. */
  readonly low: number;
  readonly high: number;
  readonly calls: number;
}

/** How many of the requests the file holds. */
export interface Sampling {
  /** Probability of a request to be traced; undefined when nothing tells. */
  readonly share: number | undefined;
  readonly from: 'given' | 'spans' | 'ids' | 'nothing';
  /** Services whose visits show that requests are missing, where nothing else tells. */
  readonly missedAt: readonly string[];
  /** Spans whose parent is not in the file. */
  readonly orphans: number;
  /** Traces that differ in what their spans say. */
  readonly varies: boolean;
  /** Where they differ: as many equal traces, over their number, would tell the rate as well. */
  readonly evenness?: number;
}

export interface RequestType {
  readonly name: string;
  readonly requests: number;
  readonly response: number;
}

/** Where the time of the requests of one stretch went. */
export interface TimeSpent {
  readonly requests: number;
  readonly response: number;
  readonly responseError: number;
  /** Mean seconds between a caller and what it called. */
  readonly network: number;
  readonly services: readonly ServiceShare[];
}

/** The requests that began in a stretch of time; s from the first request. Means are NaN where there are none. */
export interface CourseStretch extends Pick<TimeSpent, 'requests' | 'response'> {
  readonly from: number;
  readonly to: number;
  readonly services: readonly Pick<ServiceShare, 'service' | 'waiting' | 'own'>[];
}

/** A mean in a stretch of time against that outside of it, and their ratio with its 95 % interval. */
export interface ChangeRatio {
  readonly before: number;
  readonly now: number;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** A stretch in which requests came at another rate, or visits to one service took another time. */
export interface FoundChange extends ChangeRatio {
  /** Undefined: the rate of requests, per second. Otherwise its service, s. */
  readonly service?: string;
  /** The times of its visits have whatever waiting there was in them. */
  readonly isUntold?: true;
  /** s from the first request. */
  readonly from: number;
  readonly to: number;
  readonly isToEnd: boolean;
}

/** What drives the queue of the service whose waiting changed most. */
export interface ChangeCause {
  readonly service: string;
  /** One visit, s. */
  readonly visit: ChangeRatio;
  /** Visits per second. */
  readonly load: ChangeRatio;
  /** How long one visit held a server, its calls of other services included, s. */
  readonly held: ChangeRatio;
}

export interface WindowReport {
  /** s from the first request. */
  readonly from: number;
  readonly to: number;
  /** Nobody asked for it: it is the stretch of the largest change. */
  readonly isFound: boolean;
  readonly inside: TimeSpent;
  readonly outside: TimeSpent;
  readonly cause?: ChangeCause;
}

/** Responses, s. */
export interface Responses {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
}

/** What changes would do: the same requests, served again. Servers are those of each instance. */
export interface TraceWhatIf {
  readonly changes: WhatIfCase;
  readonly isAsked: boolean;
  /** Undefined: requests would wait for each other for ever. */
  readonly responses: Responses | undefined;
}

export interface TraceReport extends TimeSpent {
  readonly spans: number;
  /** Time from the first request to the last, s. */
  readonly duration: number;
  readonly origin: string;
  /** Time of the first request, s from the origin. */
  readonly start: number;
  /** Rate of all requests, traced or not; undefined where the sampling is not known. */
  readonly rate: number | undefined;
  /** 95 % interval of the rate of a sample, for what was drawn and for when requests happened to come. */
  readonly rateInterval?: readonly [number, number];
  readonly seenRate: number;
  /** No span begins a trace: requests are seen from where they enter the file. */
  readonly isWithoutCallers: boolean;
  readonly types: readonly RequestType[];
  readonly services: readonly TracedService[];
  readonly clocks: readonly ClockOffset[];
  readonly sampling: Sampling;
  /** Share of the calls that overlap another call of the same visit. */
  readonly parallel: number;
  /** Responses as they are; of the requests in the window, where there is one. */
  readonly responses: Responses;
  /** What was asked first, then what helps most. Of the requests in the window, where there is one. */
  readonly whatIf: readonly TraceWhatIf[];
  /** Where the service time of a service or the rate of requests differed from the rest of the file; the surest first. */
  readonly changes: readonly FoundChange[];
  readonly window?: WindowReport;
  /** Stretches of equal length; none where there are too few requests. */
  readonly course: readonly CourseStretch[];
}

/** What is drawn and said of the traces of a file. */
export interface TraceAnswer {
  readonly report: TraceReport;
  readonly sentences: readonly string[];
  /** What is asked of a person, each with a proposal. */
  readonly questions: readonly string[];
  readonly scenario: Scenario;
  /** The drawing with what was asked, question by question. */
  readonly changed: readonly ChangedDrawing[];
}

export interface ChangedDrawing {
  readonly changes: WhatIfCase;
  readonly scenario: Scenario;
}

/** Worker interface. */
export interface TraceService {
  /** Told by its first bytes. */
  holdsSpans(file: Blob): Promise<boolean>;
  draw(
    file: Blob,
    fileName: string,
    settings: TraceSettings,
  ): Promise<Result<TraceAnswer, readonly Omit<MeasurementFault, 'severity' | 'file'>[]>>;
}
