/** Drawing as a worker offers it. */
import type { DrawService } from './contract.ts';
import { drawMeasurement } from './draw-measurement.ts';

export const drawService = (): DrawService => ({
  draw(file, fileName, settings) {
    const { mapping } = settings;
    return drawMeasurement(file, { fileName, ...(mapping && { options: { mapping } }) }, settings);
  },
});
