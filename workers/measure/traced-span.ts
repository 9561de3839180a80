/** A span of a trace: one piece of work of one service, for one request. */
export type SpanRole = 'client' | 'server' | 'producer' | 'consumer' | 'internal';

/** A span as its tracer wrote it. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  /** '' for a root. */
  readonly parent: string;
  /** Zipkin: the caller's span, where it shares the id. */
  readonly caller?: string;
  readonly service: string;
  readonly operation: string;
  readonly role: SpanRole;
  /** It did not wait for this span: a link that only says what came before. */
  readonly follows?: true;
  /** What tells its clock from others: the instance or host; '' when nothing does. */
  readonly host: string;
  /** Whom a client calls, as it says; '' when it does not. */
  readonly peer: string;
  /** Probability with which its trace was kept, where the span says so. */
  readonly sampled?: number;
  /** ns in digits. */
  readonly start: string;
  readonly end: string;
}

/** A span with times in ns from the origin of the file. */
export interface TracedSpan extends Omit<Span, 'start' | 'end'> {
  readonly start: number;
  readonly end: number;
}
