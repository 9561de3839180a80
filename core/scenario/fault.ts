/** What keeps a drawn scenario from having a meaning, and where. */
import type { Link, NodeId } from './scenario.ts';

export interface Fault {
  readonly severity: 'error' | 'warning';
  /** Stable name, such as `no-way-out`. */
  readonly code: string;
  /** Where to show it; absent when it concerns the whole drawing. */
  readonly node?: NodeId;
  /** Where it is of a link. */
  readonly link?: Pick<Link, 'from' | 'to'>;
  /** One sentence that names the node. */
  readonly message: string;
}
