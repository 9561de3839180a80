/** One sentence per field of a distribution and of an input's uncertainty, for someone who designs a streaming system and has not read the theory. */
export const HELP = {
  serviceDistribution:
    'How much the time of one service varies; it decides how long queues get at the same load.',
  arrivalDistribution:
    'How irregular the gaps between arrivals are; bursts fill queues that the mean rate would not.',
  locationWay: 'How the speed is given: as a rate, as a mean time, or per clock cycle of the hardware.',
  serviceRate: 'Services that one busy server completes per second; of batches where it serves in bulk.',
  serviceTime: 'Mean time of one service; of a whole batch where it serves in bulk.',
  arrivalRate: 'Arrivals per second; each brings as many elements as the batch size says.',
  arrivalTime: 'Mean time between two arrivals.',
  elementsPerClock: 'Elements that one server finishes per clock cycle when it is not blocked.',
  clock: 'Clock frequency of the server, such as 133 MHz.',
  divisor: 'Work per element, such as memory reads per seed: it divides the rate.',
  multiplier: 'Share of the clocks that can be used, such as 0.9 for refresh cycles: it multiplies the rate.',
  precision:
    'How far the true value may be from this one; empty: half a unit of the last digit that was typed.',
  frameArrivals: 'Whether anything arrives during this frame.',
} as const;
