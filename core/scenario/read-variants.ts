/** Reads variants whose scenarios may be of an older version. */
import { parseScenario } from './read-scenario.ts';
import type { Variant } from './variants.ts';

/** Those that can be read. */
export const readableVariants = (variants: readonly Variant[]): readonly Variant[] =>
  variants.flatMap((variant) => {
    const read = parseScenario(variant.scenario);
    return read.ok ? [{ ...variant, scenario: read.value }] : [];
  });
