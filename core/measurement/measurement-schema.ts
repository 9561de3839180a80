/** Reads what was measured from JSON; what each field means is told in `measurement.ts`. */
import * as z from 'zod/mini';
import { LIMITS } from '../base/limits.ts';
import {
  fields,
  integerAtLeast,
  listOf,
  nameUpTo,
  nodeId,
  nonNegative,
  probabilities,
  probability,
  relation,
  sumsToOne,
} from '../base/schema-fields.ts';

type Distributions = {
  readonly occupancyDistribution?: readonly number[] | undefined;
  readonly queueLengthDistribution?: readonly number[] | undefined;
};

const sums = (name: keyof Distributions) =>
  relation<Distributions>('shares that sum to 1', [name], (stage) => sumsToOne(stage[name] ?? [1]));

const halfWidth = z.optional(nonNegative);

const stageMeasurement = fields({
  stage: nodeId,
  arrivalRate: z.optional(nonNegative),
  throughput: z.optional(nonNegative),
  utilization: z.optional(probability),
  meanOccupancy: z.optional(nonNegative),
  meanQueueLength: z.optional(nonNegative),
  backPressureProbability: z.optional(probability),
  meanSojournTime: z.optional(nonNegative),
  meanWaitingTime: z.optional(nonNegative),
  halfWidths: z.optional(
    fields({
      arrivalRate: halfWidth,
      throughput: halfWidth,
      utilization: halfWidth,
      meanOccupancy: halfWidth,
      meanQueueLength: halfWidth,
      backPressureProbability: halfWidth,
      meanSojournTime: halfWidth,
      meanWaitingTime: halfWidth,
    }),
  ),
  occupancyDistribution: z.optional(probabilities),
  queueLengthDistribution: z.optional(probabilities),
  samples: z.optional(integerAtLeast(1)),
}).check(sums('occupancyDistribution'), sums('queueLengthDistribution'));

const FINGERPRINT = 'a fingerprint of a model, 16 hexadecimal digits';

export const measurementSchema = fields({
  name: nameUpTo(LIMITS.name),
  model: z.optional(z.string({ error: FINGERPRINT }).check(z.regex(/^[0-9a-f]{16}$/u, FINGERPRINT))),
  stages: listOf(stageMeasurement, LIMITS.nodes),
});
