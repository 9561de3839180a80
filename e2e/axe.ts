import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Looks in the page itself: it has no frames, for which axe would put its findings together in another page each time. Only what breaks a rule is
 * told with all its places; of what keeps one, finding a selector for each costs more than the look.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
