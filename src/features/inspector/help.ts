/** One sentence per field of a distribution and of an input's uncertainty, for someone who designs a streaming system and has not read the theory. */
export const HELP = {
  serviceDistribution:
    'How much the time of one service varies; it decides how long queues get at the same load.',
  arrivalDistribution:
    'How irregular the gaps between arrivals are; bursts fill queues that the mean rate would not.',
  locationWay: 'Say how fast it is by a rate, by the mean time, or by what the hardware does in a clock.',
  serviceRate: 'Services that one busy server completes per second; of batches where it serves in bulk.',
  serviceTime: 'Mean time of one service; of a whole batch where it serves in bulk.',
  arrivalRate: 'Arrivals per second; each brings as many elements as the batch size says.',
  arrivalTime: 'Mean time between two arrivals.',
  elementsPerClock: 'Elements that one server finishes in one clock when nothing holds it up.',
  clock: 'Clock frequency of the server, such as 133 MHz.',
  divisor: 'Work per element, such as memory reads per seed: it divides the rate.',
  multiplier: 'Share of the clocks that can be used, such as 0.9 for refresh cycles: it multiplies the rate.',
  erlangShape: 'Number of equal phases in a row: 1 is exponential, more is steadier.',
  weibullShape: '1 is exponential; below 1 most times are short and some very long.',
  paretoShape: 'How fast the tail falls: at 1 or less there is no mean, at 2 or less no variance.',
  paretoScale: 'The smallest time that occurs.',
  scv: 'Variance over squared mean: 0 is constant, 1 as variable as exponential, more is burstier.',
  uniformMin: 'The shortest time that occurs.',
  uniformMax: 'The longest time that occurs.',
  branches: 'One line per branch: its share of the services, then its rate in 1/s.',
  phases:
    'One line per phase: the chance to start in it, a |, then its row of rates in 1/s, minus the rate of leaving on the diagonal.',
  histogram:
    'One line per bin: its lower edge in seconds and its weight; the last line is the last edge alone.',
  trace: 'Measured times in seconds, one per line; they are replayed in order and from the start again.',
  map: 'One line per phase: rates of moves without an arrival, a |, rates of moves with one; each line sums to 0.',
  peakRate: 'Arrivals per second while a burst lasts.',
  idleRate: 'Arrivals per second between bursts.',
  meanOnTime: 'Mean length of a burst.',
  meanOffTime: 'Mean time between two bursts.',
  precision:
    'How far the true value may be from this one; empty: half a unit of the last digit that was typed.',
  frameArrivals: 'Whether anything arrives during this frame.',
} as const;
