/** What resources are called in verdicts and refusals. */
import type { SharedResource } from '../../core/scenario/scenario.ts';

/** What a shared resource is called. */
export const resourceName = (id: string, resources: readonly SharedResource[]): string =>
  resources.find((resource) => resource.id === id)?.name ?? id;
