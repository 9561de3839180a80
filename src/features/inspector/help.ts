/** One sentence per field, for someone who designs a streaming system and has not read the theory. */
export const HELP = {
  name: 'What the drawing calls it; the id is shown while this is empty.',
  id: 'Links and measurement files refer to it, so keep it short and unique.',
  unit: 'What one element is called here, such as seed or packet; every rate of this stage is in it.',
  unitBytes: 'Size of one element: with it you may type rates in B/s and capacities in B.',
  platform: 'What it runs on; colours its edge, and shows where data crosses a bus.',

  conversionFactor:
    'How many native elements one arriving element becomes, such as 16 wmers per word; below 1 several merge into one.',
  overdriveRate:
    'Extra elements per second that enter here, in the unit of the sender, to try a heavier load.',

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
  batchSize: 'Elements that arrive together; larger batches at the same flow make longer queues.',

  serverCount: 'Identical servers that share one queue.',
  capacity: 'Most elements in the stage, those in service included; empty means there is no limit.',
  whenFull: 'What happens to an element that finds this stage full: its sender waits, or it is lost.',
  admission: 'Of a group that does not fit: those that fit enter, or the group waits until all fit.',
  discipline:
    'Which waiting element is served next; it changes how waiting times vary, seldom the mean queue.',

  bulk: 'Whether a server takes elements one by one or several as one batch with one service time.',
  bulkSize: 'A free server waits until this many elements are there and takes exactly these.',
  bulkMin: 'A free server starts when this many elements wait.',
  bulkMax: 'The largest batch that one service can take.',
  bulkTimeout: 'A batch that has waited this long starts with what is there; empty means it waits for ever.',
  passProbability: 'Share of served elements that go on; the others are filtered out, which is no loss.',

  routing: 'How each served element chooses among the links that leave here.',
  share: 'Share of the elements that take this link; the shares of all links sum to 1.',

  emits: 'Which class of jobs comes from here; circulating classes come from no source.',
  itemId: 'Files and answers refer to it, so keep it short and unique.',
  className: 'What pictures and tables call it; the id is shown while this is empty.',
  priority: 'Where stages serve by priority the smaller number goes first; 0 is the most urgent.',
  closed: 'Whether jobs come from sources and leave, or a fixed number of them goes round for ever.',
  population: 'How many jobs of this class there are, always: such as users, tokens, or buffers.',
  start: 'Where all of them are at the start; a visit there ends one round and begins the next.',
  preemption: 'Whether a more urgent job waits for the service that is under way, or interrupts it.',

  resource:
    'Something that services of other stages need too; a service holds one unit of it while it lasts.',
  resourceName: 'What stages show that need it; the id is shown while this is empty.',
  units: 'How many services can go on at the same time, over all stages that need it.',
  arbitration: 'Who gets it next when several stages wait for it.',

  alternative: 'What its service would be there; a stage that is moved takes it and leaves its own behind.',
  busName: 'What pictures and tables call it; the id is shown while this is empty.',
  busBetween: 'The two platforms that it joins, in either direction.',
  busBandwidth: 'Bytes per second; how long an element takes follows from its size, which its sender says.',
  busBulk: 'Elements of one transfer: it waits until there are so many.',
  busLatency: 'Time of a transfer besides that of its bytes, such as set-up and arbitration.',
  busCapacity: "Most elements at the sender's end, those in transfer included; empty means no limit.",
  precision:
    'How far the true value may be from this one; empty: half a unit of the last digit that was typed.',

  groupName: 'Shown around its stages on the drawing; the id is shown while this is empty.',
  groupMembers: 'Its occupancy is the sum over its stages, each counted in its own unit.',

  period: 'All frames start over after this time; empty means that the last one stays.',
  frameFrom: 'When this frame begins, counted from the start of the run.',
  frameArrivals: 'Whether anything arrives during this frame.',

  classService: 'Whether a service of this class takes the same time as those of the rest.',
  classPass: 'Share of this class that goes on; empty means as for the rest.',
  classConversion:
    'Native elements that one arriving element of this class becomes; empty means as for the rest.',
  classShare: 'Share of this class that takes the link; empty means as for the rest.',

  scenarioName: 'Shown in the title, in the gallery and in links that you share.',
  notes: 'What is modelled and where the numbers come from; travels with the file. Markdown.',
  timeUnit: 'The unit in which times are shown; numbers keep their value.',
} as const;
