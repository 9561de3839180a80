/**
 * How many examples a costly property draws: a quarter of them when a change is tried, all of them with the fresh seeds
 * of `npm run verify properties`.
 */
export const examples = (all: number): number =>
  process.env.PROPERTY_SEED === undefined ? Math.ceil(all / 4) : all;
