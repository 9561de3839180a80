/** Whether all are wanted: with the fresh seeds of `npm run verify properties`, and where TESTS=all. */
const areAllWanted = process.env.PROPERTY_SEED !== undefined || process.env.TESTS === 'all';

/** How many examples a costly property draws: an eighth of them when a change is tried. */
export const examples = (all: number): number => (areAllWanted ? all : Math.ceil(all / 8));

/** The rows of a table of cases that are alike but for numbers: `few` of them when a change is tried, evenly over the table. */
export const someOf = <T>(rows: readonly T[], few: number): readonly T[] =>
  areAllWanted ? rows : Array.from({ length: few }, (_, i) => rows[Math.floor((i * rows.length) / few)]!);
