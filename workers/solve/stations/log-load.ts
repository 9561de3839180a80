/**
 * ln(lambda / limit). Near a load of 1 the difference of both is exact in doubles, where their quotient has lost digits of
 * 1 - rho, on which queues turn.
 */
import { log, log1p } from '../../../core/numeric/elementary.ts';

export function logLoad(lambda: number, limit: number): number {
  const rho = lambda / limit;
  return rho > 0.5 && rho < 2 ? log1p((lambda - limit) / limit) : log(rho);
}
