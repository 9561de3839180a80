/** The shipped micro-benchmarks (TimeTrial, sections II to IV, made anew), with what is known of them. */
import type { QueueExample } from './virtual-queue-run.ts';

interface ToldExample extends QueueExample {
  readonly truth: string;
}

const fileOf = (name: string): string => `measurements/virtual-queues/${name}`;

export const QUEUE_EXAMPLES: readonly ToldExample[] = [
  {
    name: 'M/M/1 at ρ 0.9, one platform',
    file: fileOf('mm1-rho-0.9-one-platform.json'),
    truth: 'Independent exponential times; 9 elements in the mean in the long run. The replay is right.',
  },
  {
    name: 'M/M/1 at ρ 0.8, one platform',
    file: fileOf('mm1-rho-0.8-one-platform.json'),
    truth: 'Independent exponential times; 4 elements in the mean in the long run. The replay is right.',
  },
  {
    name: 'M/M/1, software to hardware',
    file: fileOf('mm1-software-to-hardware.json'),
    truth: 'ρ 0.8 behind a bus that moves 64 elements in 40 ms. The tandem is right, the ideal queue is not.',
  },
  {
    name: 'M/M/1, hardware to software',
    file: fileOf('mm1-hardware-to-software.json'),
    truth:
      'ρ 0.8 behind a bus that moves 128 elements in 80 ms. The tandem is right, the ideal queue is not.',
  },
  {
    name: 'M/D/1, software to hardware',
    file: fileOf('md1-software-to-hardware.json'),
    truth: 'Services of 1 ms each at ρ 0.8 behind a bus of 64 elements. The tandem is right.',
  },
  {
    name: 'Correlated source',
    file: fileOf('correlated-hardware-to-software.csv'),
    truth:
      'The source sends in bursts: no replay of single gaps can be right, and the verdict must be “inconsistent”.',
  },
  {
    name: 'Laplace into print, 60 frames',
    file: fileOf('laplace-into-print.csv'),
    truth:
      'Results wait for a bulk of 8,192 that never fills, and are flushed at the end of the run. The tandem is right.',
  },
];
