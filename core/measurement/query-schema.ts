/** Reads what is asked of measurements: the domain of every field of `query.ts`. */
import * as z from 'zod/mini';
import { fields, finite, integerAtLeast, nodeId, oneOf, relation } from '../base/schema-fields.ts';

const PERCENTAGE = 'a number > 0 and < 100';

export const querySchema = fields({
  id: nodeId,
  metric: oneOf(['throughput', 'occupancy', 'interEventTime', 'latency', 'utilization', 'stalls']),
  aggregation: oneOf(['min', 'max', 'mean', 'percentile', 'histogram']),
  percentile: z.optional(
    z
      .number({ error: PERCENTAGE })
      .check(z.gt(0, { error: PERCENTAGE, abort: true }), z.lt(100, { error: PERCENTAGE, abort: true })),
  ),
  at: nodeId,
  to: z.optional(nodeId),
  frame: z.optional(
    z.union([integerAtLeast(0), z.literal('each'), z.literal('all')], { error: 'a frame, each or all' }),
  ),
  require: z.optional(fields({ is: oneOf(['<', '<=', '>', '>=', '=']), value: finite })),
}).check(
  relation<{ aggregation: string; percentile?: number | undefined }>(
    'a percentage where the aggregation is percentile, and nowhere else',
    ['percentile'],
    ({ aggregation, percentile }) => (aggregation === 'percentile') === (percentile !== undefined),
  ),
  relation<{ aggregation: string; require?: unknown }>(
    'nothing, since a histogram is no number',
    ['require'],
    ({ aggregation, require }) => aggregation !== 'histogram' || require === undefined,
  ),
);
