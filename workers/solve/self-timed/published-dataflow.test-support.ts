/**
 * For tests: dataflow graphs that others have published, as facts (rates, times, tokens), and what they found. The graphs are the
 * examples of SDF3 (Stuijk, Geilen & Basten 2006, ACSD) and of Kiter (Bodin, Munier-Kordon & Dupont de Dinechin 2016, DAC).
 */

export interface PublishedGraph {
  readonly name: string;
  /** In the format of SDF3. */
  readonly text: string;
  /** Ticks of an iteration with FIFOs that never fill. */
  readonly period: number;
  /** Who published that period; absent where it is only confirmed here, by execution. */
  readonly source?: string;
  /** Slots and ticks of an iteration, the first, the last, or all. */
  readonly front: readonly (readonly [number, number])[];
  readonly frontSource?: string;
  /** Only so many points of the front are looked for: it has thousands. */
  readonly points?: number;
  /** Its front takes many seconds. */
  readonly isLong?: boolean;
}

/** `a 2>3 b @1`: firings of a give 2 tokens, those of b take 3, and 1 is there at the start. */
function sdf3(
  times: Readonly<Record<string, string>>,
  overlapping: readonly string[],
  channels: readonly string[],
): string {
  const ports = new Map<string, string[]>(Object.keys(times).map((actor) => [actor, []]));
  const port = (actor: string, type: string, rate: string): string => {
    const own = ports.get(actor)!;
    own.push(`<port name="p${own.length}" type="${type}" rate="${rate}"/>`);
    return `p${own.length - 1}`;
  };
  const self = Object.keys(times).filter((actor) => !overlapping.includes(actor));
  const written = [...channels, ...self.map((actor) => `${actor} 1>1 ${actor} @1`)].map((channel, i) => {
    const [, from = '', give = '', take = '', to = '', tokens = '0'] =
      /^(\w+) ([\d,*]+)>([\d,*]+) (\w+)(?: @(\d+))?$/.exec(channel)!;
    const ends = `srcActor="${from}" srcPort="${port(from, 'out', give)}" dstActor="${to}" dstPort="${port(to, 'in', take)}"`;
    return `<channel name="c${i}" ${ends} initialTokens="${tokens}"/>`;
  });
  const actors = [...ports].map(([name, own]) => `<actor name="${name}">${own.join('')}</actor>`);
  const properties = Object.entries(times).map(
    ([actor, time]) =>
      `<actorProperties actor="${actor}"><processor default="true"><executionTime time="${time}"/></processor></actorProperties>`,
  );
  return `<sdf3 type="csdf"><applicationGraph name="g"><csdf>${actors.join('')}${written.join('')}</csdf>
    <csdfProperties>${properties.join('')}</csdfProperties></applicationGraph></sdf3>`;
}

const all = (actors: string, time: string): Readonly<Record<string, string>> =>
  Object.fromEntries(actors.split(' ').map((actor) => [actor, time]));

const KITER = 'Kiter, runres.txt (ASAP scheduling)';
/** Run on its own examples, with one default processor each. */
const SDF3 = 'SDF3 itself (release of March 2009), throughput';

/** Mpeg-1 layer 3: both granules beside each other. */
const channelsOfMp3 = ['0', '1'].flatMap((n) => [
  `huffman 2>1 req${n}`,
  `req${n} 1>1 reorder${n}`,
  `reorder${n} 1>1 stereo`,
  `req${n} 1>1 stereo`,
  `stereo 1>1 alias${n}`,
  `alias${n} 1>1 imdct${n}`,
  `stereo 1>1 imdct${n}`,
  `imdct${n} 1>1 freqinv${n}`,
  `freqinv${n} 1>1 synth${n}`,
]);
const overlappingOfMp3 = [
  'reorder0',
  'reorder1',
  'stereo',
  'alias0',
  'alias1',
  'imdct0',
  'imdct1',
  'freqinv0',
];

export const PUBLISHED_GRAPHS: readonly PublishedGraph[] = [
  {
    name: 'sample-rate converter',
    text: sdf3(
      { a: '5', b: '2', c: '3', d: '1', e: '4', f: '6' },
      [],
      [...['a 1>1 b', 'b 2>3 c', 'c 2>7 d', 'd 8>7 e', 'e 5>1 f']],
    ),
    ...{ period: 960, source: `${KITER}: 0.00104167` },
    front: [
      [32, 1088],
      [33, 1029],
      [34, 960],
    ],
    frontSource: 'Stuijk, Geilen & Basten 2006 (DAC): 32 slots to run, 34 for the most',
  },
  {
    name: 'modem',
    text: sdf3(
      all('fork1 biq bi add ac fork2 conj mul1 in filt hil eq mul2 deci deco out', '1'),
      [],
      [
        ...['fork1 1>1 biq', 'fork1 1>1 bi', 'biq 1>1 add', 'bi 1>1 add', 'add 1>1 ac', 'ac 2>1 fork2'],
        ...['fork2 1>2 conj', 'fork2 1>2 mul1', 'conj 2>2 mul2', 'mul1 2>2 deci', 'mul2 2>2 eq @2'],
        ...['in 1>1 filt', 'filt 1>8 hil', 'hil 2>4 eq', 'eq 2>2 mul1', 'deci 2>2 mul2', 'deci 2>2 deco'],
        ...['deco 1>1 out', 'deci 1>1 fork1 @1'],
      ],
    ),
    ...{ period: 16, source: `${KITER}: 0.0625` },
    front: [
      [38, 32],
      [39, 18],
      [40, 16],
    ],
  },
  {
    name: 'satellite receiver',
    text: sdf3(
      all('a b c d e f g h i j k l m n p q r s t u v w', '1'),
      [],
      [
        ...['a 1>4 b', 'b 1>11 c', 'c 1>1 g', 'c 10>1 p', 'd 1>4 e', 'e 1>11 f', 'f 1>1 k', 'f 10>1 p'],
        ...['g 1>1 h', 'h 11>11 i', 'i 10>1 j', 'k 1>1 l', 'l 11>11 m', 'm 10>1 n', 'p 1>240 q', 'p 1>240 r'],
        ...['q 240>1 w', 'r 240>1 w', 'n 1>1 p', 'n 1>1 s', 's 1>1 u', 'j 1>1 p', 'j 1>1 t', 't 1>1 u'],
        ...['u 1>240 v', 'v 240>1 w'],
      ],
    ),
    ...{ period: 1056, source: `${KITER}: 0.00094697` },
    front: [
      [1542, 1320],
      [1544, 1056],
    ],
  },
  {
    name: 'H.263 decoder (594 blocks)',
    text: sdf3(
      { vld: '26018', iq: '559', idct: '486', mc: '10958' },
      ['idct'],
      [...['vld 594>1 iq', 'iq 1>1 idct', 'idct 1>594 mc']],
    ),
    ...{ period: 332046, source: `${SDF3}: 3.01163e-06` },
    front: [
      [1189, 646262],
      [1257, 332046],
    ],
    frontSource: 'SDF3 itself, buffersize: 1.54736e-06 to 3.01163e-06 in 69 points',
  },
  {
    name: 'H.263 decoder (2,376 blocks)',
    isLong: true,
    text: sdf3(
      { vld: '26018', iq: '559', idct: '486', mc: '10958' },
      ['idct'],
      [...['vld 2376>1 iq', 'iq 1>1 idct', 'idct 1>2376 mc']],
    ),
    ...{ period: 1328184, source: `${SDF3}: 7.52908e-07` },
    front: [
      [4753, 2508452],
      [4821, 1328184],
    ],
    frontSource: 'SDF3 itself, buffersize: 3.98652e-07 to 7.52908e-07 in 69 points',
  },
  {
    name: 'H.263 decoder (times of the studies of buffers)',
    text: sdf3({ a: '10000', b: '1', c: '4', d: '4000' }, [], [...['a 2376>1 b', 'b 1>1 c', 'c 1>2376 d']]),
    ...{ period: 10000, source: `${KITER}: 0.0001` },
    front: [
      [4753, 21876],
      [4754, 19498],
      [8006, 10000],
    ],
    frontSource:
      'Hendriks and others 2019, models: 2,376, 1 and 2,376 slots to run, as SDF3 computes them; the first two and the last',
    points: 3,
  },
  {
    name: 'MP3 decoder',
    text: sdf3(
      {
        ...{ huffman: '236070', req0: '139325', req1: '139325', reorder0: '69385', reorder1: '69385' },
        ...{ stereo: '73618', alias0: '13088', alias1: '13088', imdct0: '711744', imdct1: '711744' },
        ...{ freqinv0: '157184', freqinv1: '157184', synth0: '1866138', synth1: '1866138' },
      },
      [...overlappingOfMp3, 'freqinv1', 'synth0', 'synth1'],
      channelsOfMp3,
    ),
    ...{ period: 278650, source: `${SDF3}: 3.58873e-06` },
    front: [
      [20, 4046644],
      [92, 278650],
    ],
  },
  {
    name: 'MP3 playback',
    text: sdf3(
      { mp3: '7510', src: '10000', app: '22', dac: '22' },
      [],
      ['mp3 1152>480 src', 'src 441>1 app', 'app 1>1 dac', 'dac 1>1 app @2'],
    ),
    ...{ period: 120000, source: `${SDF3}: 8.33333e-06` },
    front: [
      [1980, 352584],
      [2902, 120000],
    ],
    isLong: true,
  },
  {
    name: 'cyclo-static example of SDF3',
    text: sdf3({ a: '1,3', b: '2,2', c: '2,3' }, [], ['a 3,1>4,2 b', 'b 2,4>6 c']),
    period: 12,
    front: [
      [11, 17],
      [12, 15],
      [13, 14],
      [14, 13],
      [16, 12],
    ],
  },
  {
    name: 'cyclo-static sample of Kiter',
    text: sdf3({ a: '3,1', b: '2,1,2', c: '1' }, [], ['a 3,5>1,1,4 b', 'b 6,2,1>6 c', 'c 2>1,3 a @4']),
    ...{ period: 23, source: 'Kiter, log of its exploration: 0.0434783' },
    front: [
      [21, 25],
      [22, 24],
      [23, 23],
    ],
    frontSource: 'Kiter, log of its exploration: 0.04, 0.0416667, 0.0434783',
  },
];
