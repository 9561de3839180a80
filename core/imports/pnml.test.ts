/** Petri nets: marked graphs as dataflow graphs, what is told, what is refused. */
import { describe, expect, it } from 'vitest';
import { replicateNow } from '../../workers/simulate/replicate.ts';
import { solveScenario } from '../../workers/solve/solve-scenario.ts';
import { findFaults } from '../scenario/faults.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import { isPnml, readPnml } from './pnml.ts';

const label = (name: string, text: string | number): string => `<${name}><text>${text}</text></${name}>`;
const place = (id: string, tokens = 0, more = ''): string =>
  `<place id="${id}">${tokens > 0 ? label('initialMarking', tokens) : ''}${more}</place>`;
const transition = (id: string, more = ''): string => `<transition id="${id}">${more}</transition>`;
/** `a>b:3`. */
const arc = (text: string): string => {
  const [, source, target, weight] = /^(\w+)>(\w+)(?::(\d+))?$/.exec(text)!;
  return `<arc id="${source}-${target}" source="${source}" target="${target}">${weight ? label('inscription', weight) : ''}</arc>`;
};
const net = (...parts: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
 <net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">${label('name', 'producer and consumer')}
  <page id="page0">${parts.map((part) => (part.startsWith('<') ? part : arc(part))).join('\n')}</page>
 </net>
</pnml>`;

function read(text: string, unit?: number) {
  expect(isPnml(text)).toBe(true);
  const found = readPnml(text, unit);
  if (!found.ok) throw new Error(found.error);
  const parsed = parseScenario(found.value.scenario);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  expect(findFaults(parsed.value).filter(({ severity }) => severity === 'error')).toEqual([]);
  return found.value;
}

/** PIPE's rate of an exponential firing time. */
const timed = (rate: number): string =>
  `<rate><value>${rate}</value></rate><timed><value>true</value></timed><infiniteServer><value>false</value></infiniteServer>`;

describe('a Petri net', () => {
  it('that is a marked graph becomes a dataflow graph with the throughput of its slowest cycle', () => {
    // Three slots, two firings of a unit each around: both fire all the time. With one slot they take turns.
    for (const [slots, rate] of [
      [3, 1],
      [1, 0.5],
    ] as const) {
      const { scenario, remarks } = read(
        net(
          transition('give', label('name', 'producer')),
          transition('take'),
          place('full'),
          place('slots', slots),
          'give>full',
          'full>take',
          'take>slots',
          'slots>give',
        ),
      );
      expect(scenario.name).toBe('producer and consumer');
      expect(scenario.nodes.map(({ id, name }) => [id, name])).toEqual([
        ['give', 'producer'],
        ['take', undefined],
      ]);
      expect(remarks).toContain(
        'Left out: times, which the net does not tell (read as one unit for each firing) of give, take.',
      );
      const answer = solveScenario(scenario, 'auto');
      expect(answer.kind === 'answer' && answer.stages.take!.throughput).toBeCloseTo(rate, 12);
    }
  });

  it('with weights fires at rates in proportion', () => {
    const { scenario } = read(
      net(transition('a'), transition('b'), place('p'), place('q', 6), 'a>p:2', 'p>b:3', 'b>q:3', 'q>a:2'),
      2,
    );
    expect(scenario.links).toEqual([
      { from: 'a', to: 'b', produced: [2], consumed: [3] },
      { from: 'b', to: 'a', produced: [3], consumed: [2], initialTokens: 6 },
    ]);
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind !== 'answer') throw new Error(JSON.stringify(answer));
    expect(answer.stages.a!.throughput! / answer.stages.b!.throughput!).toBeCloseTo(1.5, 12);
    // One firing of a is two seconds, and nothing else limits it.
    expect(answer.stages.a!.throughput).toBeCloseTo(0.5, 12);
  });

  it('with a transition that waits for nothing fires it one time after the other, and says what lets it', () => {
    const { scenario, remarks } = read(
      net(place('q'), transition('arr'), transition('srv'), 'arr>q', 'q>srv:2'),
    );
    expect(remarks.join()).toContain('"arr" waits for no place: a token of its own');
    expect(remarks.join()).not.toContain('"srv" waits');
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind === 'noAnswer') throw new Error('not solved');
    // One firing a second, and one of two tokens every other second.
    expect(answer.stages.arr!.throughput).toBeCloseTo(1, 12);
    expect(answer.stages.srv!.throughput).toBeCloseTo(0.5, 12);
  });

  it('with times of PIPE is a closed network of queues', () => {
    const { scenario } = read(
      net(
        transition('a', timed(1)),
        transition('b', timed(2)),
        '<place id="p"><initialMarking><value>Default,3</value></initialMarking><capacity><value>0</value></capacity></place>',
        ...[place('q'), 'a>q', 'q>b', 'b>p', 'p>a'],
      ),
    );
    const run = replicateNow(scenario, { seed: 1, replications: 2, horizon: 60_000, warmup: 1000 }, 0);
    if (run.kind === 'noAnswer') throw new Error(run.reason);
    // P(n in front of a) is proportional to 2^n, n = 0 to 3.
    expect(run.stages.a!.served / run.duration / (14 / 15)).toBeCloseTo(1, 1.8);
  });

  it('of a producer and a consumer behind three slots, as PIPE ships it, runs at 5/6', () => {
    // Each works for an exponential time of mean 1 s and hands over without any: five places in all, so X = 5/6.
    const instant = '<rate><value>1.0</value></rate><timed><value>false</value></timed>';
    const { scenario } = read(
      net(
        ...[place('P0', 1), place('P2'), place('P3', 1), place('P5'), place('P6'), place('P7', 3)],
        ...[
          transition('T0', instant),
          transition('T1', instant),
          transition('T4', timed(1)),
          transition('T5', timed(1)),
        ],
        ...[
          'P0>T0',
          'P7>T0',
          'T0>P2',
          'T0>P6',
          'P2>T4',
          'T4>P0',
          'P3>T1',
          'P6>T1',
          'T1>P5',
          'T1>P7',
          'P5>T5',
          'T5>P3',
        ],
      ),
    );
    const run = replicateNow(scenario, { seed: 1, replications: 2, horizon: 60_000, warmup: 1000 }, 0);
    if (run.kind === 'noAnswer') throw new Error(run.reason);
    expect(run.stages.T5!.served / run.duration / (5 / 6)).toBeCloseTo(1, 1.8);
  });

  it('has sources, sinks, places that several fill, and transitions with a limit to their firings', () => {
    const { scenario, remarks } = read(
      net(
        ...[transition('x', timed(1)), transition('y', timed(2)), transition('z', timed(9))],
        ...[
          place('p', 0, '<capacity><value>5</value></capacity>'),
          place('done'),
          place('own', 1),
          place('alone'),
        ],
        ...['x>p', 'y>p:2', 'p>z', 'z>done', 'z>own', 'own>z', '<toolspecific/>', '<reward/>'],
      ),
    );
    expect(scenario.nodes.map(({ id, kind }) => `${id} ${kind}`).sort()).toEqual([
      ...['done sink', 'p router', 'x stage', 'y stage', 'z stage'],
    ]);
    expect(scenario.links).toEqual([
      { from: 'x', to: 'x', initialTokens: 1 },
      { from: 'y', to: 'y', initialTokens: 1 },
      { from: 'x', to: 'p' },
      { from: 'y', to: 'p', produced: [2] },
      { from: 'p', to: 'z', depth: 5 },
      { from: 'z', to: 'done' },
    ]);
    expect(remarks).toContain('Left out: <reward>.');
    expect(remarks).toContain('Left out: places without arcs of alone.');
  });

  it.each([
    [
      net(place('p', 1), transition('a'), transition('b'), 'a>p', 'p>a', 'p>b'),
      'place "p": "a" and "b" take from it',
    ],
    [
      net(place('p', 4), transition('a'), 'p>a:2'),
      'nothing fills it, so that "a" fires with the 4 tokens of the start and never again',
    ],
    [
      net(place('p'), transition('a'), '<arc source="p" target="a"><type value="inhibitor"/></arc>'),
      'line 6: an arc of type inhibitor',
    ],
    [
      net(place('p'), place('q'), transition('a'), 'p>q'),
      'expected an arc between a place and a transition, got "p" to "q"',
    ],
    [net(place('p'), place('p'), transition('a')), 'there are two places or transitions "p"'],
    [
      net(place('p', 0, label('initialMarking', -1)), transition('a')),
      'expected a whole number in <initialMarking>',
    ],
    [net(transition('a', timed(0))), 'transition "a": expected a rate above 0, got "0"'],
    [net(place('p')), 'expected transitions in it'],
    ['<pnml><net type="http://www.pnml.org/version-2009/grammar/symmetricnet"/></pnml>', 'tokens of colours'],
    ['<pnml/>', 'expected a <net> in it'],
    [net('<referencePlace id="r" ref="p"/>', transition('a')), '<referencePlace> is not read'],
  ])('is refused where queues cannot say it: %#', (text, message) => {
    const found = readPnml(text);
    expect(found.ok ? 'read' : found.error).toContain(message);
  });
});
