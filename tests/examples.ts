/**
 * How many examples a costly property draws: an eighth of them when a change is tried, all of them with the fresh seeds
 * of `npm run verify properties` and where TESTS=all.
 */
export const examples = (all: number): number =>
  process.env.PROPERTY_SEED === undefined && process.env.TESTS !== 'all' ? Math.ceil(all / 8) : all;
