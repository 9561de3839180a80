/** Methods in words. */
import type { MethodName } from '../contract.ts';

export const methodLabel = (method: MethodName): string => LABELS[method];

const LABELS: Readonly<Record<MethodName, string>> = {
  auto: 'formulas, each stage alone',
  mm1: 'M/M/1, each stage alone',
  mm1k: 'M/M/1/K, each stage alone',
  mmc: 'M/M/c, each stage alone',
  mmck: 'M/M/c/K, each stage alone',
  chain: 'Markov chain of the whole scenario',
  productForm: 'product form',
  mva: 'exact mean value analysis',
  convolution: 'product form by convolution',
  linearizer: 'approximate mean values (Linearizer)',
  schweitzer: 'approximate mean values (Bard–Schweitzer)',
  qna: 'decomposition by two moments (QNA)',
  blocking: 'decomposition by blocking',
};
