/** Numbers as people type and read them: `2.13 G/s`, `60 clk @ 133 MHz`, `1/16`. Inside, everything is SI. */

export type { Dimension, QuantityContext } from './quantity-dimension.ts';
export {
  formatFull,
  formatHalfWidth,
  formatInterval,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatSigned,
  formatSignedPercent,
  inOneUnit,
  prefixedUnit,
} from './quantity-format.ts';
export { parseQuantity } from './quantity-parse.ts';
