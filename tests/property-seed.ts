/**
 * Property tests draw the same examples at every run, so that a change and not luck decides whether they pass. `PROPERTY_SEED` draws others, which
 * is what `npm run verify properties` does.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
