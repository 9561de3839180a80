import { describe, expect, it } from 'vitest';
import { refuseKinds } from '../engines/capabilities.ts';
import { removeClass, renameClass, scaleSwitch, setSwitch } from './class-edits.ts';
import { classFlows } from './class-flows.ts';
import { becomes, type ClassSwitch, classChains, switchShare } from './class-switch.ts';
import { copySelection } from './clipboard.ts';
import { delay, drawing, faultsOf, messagesOf, sink, source, stage } from './drawing.test-support.ts';
import { graphOf } from './graph.ts';
import { parseScenario } from './read-scenario.ts';
import type { JobClass, RouterNode, Scenario } from './scenario.ts';

const switching = (id: string, classSwitch: ClassSwitch): RouterNode => ({ id, kind: 'router', classSwitch });
const closed = (id: string, population: number, start = 'think'): JobClass => ({
  id,
  closed: { population, start },
});
const open: readonly JobClass[] = [{ id: 'ask' }, { id: 'hit' }, { id: 'miss' }];

/** Asks that find or miss; hits leave, misses are served by the disk and leave as asks. */
const cache = (matrix: ClassSwitch, more: Partial<Scenario> = {}): Scenario =>
  drawing(
    [source('in'), stage('cpu'), switching('cache', matrix), stage('disk'), sink()],
    'in>cpu cpu>cache cache>out:hit=1 cache>disk:miss=1 disk>out',
    { classes: open, ...more },
  );
const found: ClassSwitch = { ask: { hit: 0.75, miss: 0.25 } };

/** Jobs that think as one class and are served as another. */
const ring = (there: ClassSwitch, back: ClassSwitch): Scenario =>
  drawing(
    [delay('think'), switching('go', there), stage('cpu'), switching('return', back)],
    'think>go go>cpu cpu>return return>think',
    { classes: [closed('idle', 3), closed('busy', 0)] },
  );
const there = { idle: { busy: 1 } };
const back = { busy: { idle: 1 } };

describe('what a job becomes', () => {
  it('is said by its row, and stays without one', () => {
    const node = switching('cache', found);
    expect([...becomes(node, 'ask')!]).toEqual([
      ['hit', 0.75],
      ['miss', 0.25],
    ]);
    expect(becomes(node, 'hit')).toBeUndefined();
    expect(becomes(node, 'toString')).toBeUndefined();
    expect(switchShare(node, 'ask', 'miss')).toBe(0.25);
    expect(switchShare(node, 'hit', 'hit')).toBe(1);
    expect(switchShare(node, 'hit', 'miss')).toBe(0);
  });

  it('sums to 1 however it was typed, and a row that says that it stays is none', () => {
    const thirds = switching('r', { ask: { hit: 0.333333, miss: 0.666666, ask: 0 }, hit: { hit: 1 } });
    expect([...becomes(thirds, 'ask')!.values()].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 15);
    expect(becomes(thirds, 'ask')!.has('ask')).toBe(false);
    expect(becomes(thirds, 'hit')).toBeUndefined();
  });

  it('makes chains of classes', () => {
    expect(classChains(cache(found))).toEqual([[0, 1, 2]]);
    expect(classChains(cache({ ask: { miss: 1 } }))).toEqual([[0, 2], [1]]);
    expect(classChains(cache({}))).toEqual([[0], [1], [2]]);
  });
});

describe('flows of classes that switch', () => {
  it('begin where others become them and end where they become others', () => {
    const scenario = cache(found);
    const flows = classFlows(scenario, graphOf(scenario));
    expect(flows.map(({ reached }) => [...reached].sort())).toEqual([
      ['cache', 'cpu', 'in'],
      ['cache', 'out'],
      ['cache', 'disk', 'out'],
    ]);
    expect(flows.map(({ switched }) => [...switched!])).toEqual([['cache'], [], []]);
    expect(faultsOf(scenario)).toEqual([]);
  });

  it('go around in a closed chain, each class on a part of the way', () => {
    const scenario = ring(there, back);
    expect(faultsOf(scenario)).toEqual([]);
    const [idle, busy] = classFlows(scenario, graphOf(scenario));
    expect([...idle!.reached].sort()).toEqual(['go', 'return', 'think']);
    expect([...busy!.reached].sort()).toEqual(['cpu', 'go', 'return']);
  });

  it('warn of a class that nobody becomes', () => {
    expect(messagesOf(cache({ ask: { hit: 1 } }), 'class-unused')).toEqual(['No source emits class "miss".']);
    expect(messagesOf(ring({}, {}), 'class-unused')).toEqual([
      'Class "busy" has no jobs, and none become it.',
    ]);
  });
});

describe('faults of class switches', () => {
  it('are rows that do not sum to 1', () => {
    expect(messagesOf(cache({ ask: { hit: 0.75, miss: 0.2 } }), 'class-switch-sum')).toEqual([
      'Router "cache": the probabilities of what class "ask" becomes sum to 0.95 instead of 1.',
    ]);
  });

  it('are open classes that become closed ones, and the other way round', () => {
    const classes = [{ id: 'ask' }, { id: 'hit' }, closed('miss', 1, 'disk')];
    expect(messagesOf(cache(found, { classes }), 'class-switch-mixed')).toEqual([
      'Router "cache": jobs of class "ask", which is open, cannot become class "miss", which is closed.',
    ]);
    const turned = [closed('ask', 1, 'cpu'), { id: 'hit' }, closed('miss', 1, 'disk')];
    expect(messagesOf(cache(found, { classes: turned }), 'class-switch-mixed')).toEqual([
      'Router "cache": jobs of class "ask", which is closed, cannot become class "hit", which is open.',
    ]);
  });

  it('are told while the file is read where a class is unknown or a probability none', () => {
    const messages = (matrix: unknown) => {
      const result = parseScenario(cache(matrix as ClassSwitch));
      return result.ok ? [] : result.error.map(({ message }) => message);
    };
    expect(messages(found)).toEqual([]);
    expect(messages({ ask: { gone: 1 } })).toEqual([
      'nodes[2] "cache".classSwitch.ask.gone: expected the id of a class, got "gone"',
    ]);
    expect(messages({ gone: { ask: 1 } })).toEqual([
      'nodes[2] "cache".classSwitch.gone: expected the id of a class, got "gone"',
    ]);
    expect(messages({ ask: { hit: -0.5, miss: 1.5 } })).toHaveLength(2);
  });
});

describe('ways out of a drawing', () => {
  const nodes = [
    source('in', 1, { class: 'ask' }),
    stage('a'),
    switching('r', { ask: { hit: 1 }, hit: { ask: 1 } }),
    sink(),
  ];
  const classes = [{ id: 'ask' }, { id: 'hit' }];
  it('may be found as another class', () => {
    expect(faultsOf(drawing(nodes, 'in>a a>r r>a:hit=1 r>out:ask=1', { classes }))).toEqual([]);
  });
  it('are missing where every class goes around', () => {
    expect(faultsOf(drawing(nodes, 'in>a a>r r>a:hit=1,ask=1 r>out:hit=0,ask=0', { classes }))).toEqual([
      'warning no-sink-reached a',
      'warning no-sink-reached r',
      'warning unreached out',
    ]);
  });
});

describe('edits of classes', () => {
  const matrixOf = (scenario: Scenario) =>
    scenario.nodes.flatMap((node) => (node.kind === 'router' ? [node.classSwitch] : []))[0];

  it('are followed by class switches', () => {
    const renamed = renameClass(cache(found), 'miss', 'lost');
    expect(renamed.ok && matrixOf(renamed.value)).toEqual({ ask: { hit: 0.75, lost: 0.25 } });
    const first = renameClass(cache(found), 'ask', 'get');
    expect(first.ok && matrixOf(first.value)).toEqual({ get: { hit: 0.75, miss: 0.25 } });
  });

  it('leave what became a class that is gone as it was', () => {
    expect(matrixOf(removeClass(cache(found), 'miss'))).toEqual({ ask: { hit: 0.75, ask: 0.25 } });
    expect(matrixOf(removeClass(cache(found), 'ask'))).toBeUndefined();
  });

  it('copy the classes that a switch names', () => {
    expect(copySelection(cache(found), ['cache']).classes?.map(({ id }) => id)).toEqual([
      'ask',
      'hit',
      'miss',
    ]);
  });
});

describe('engines that do not know class switches', () => {
  it('refuse them by name', () => {
    for (const engine of ['bounds', 'transient', 'quick'] as const)
      expect(refuseKinds(engine, cache(found))).toMatchObject({
        stage: 'cache',
        facts: { field: 'classSwitch', engine },
      });
    expect(refuseKinds('bounds', cache({}))).toMatchObject({ stage: 'cache' });
  });
});

describe('edits of a class switch', () => {
  const matrixOf = (scenario: Scenario) =>
    scenario.nodes.flatMap((node) => (node.kind === 'router' ? [node.classSwitch] : []))[0];
  const plain = drawing([source('in'), { id: 'r', kind: 'router' }, stage('a'), sink()], 'in>r r>a a>out', {
    classes: open,
  });

  it('leave to the class itself what others do not take, and write no row that changes nothing', () => {
    const some = setSwitch(plain, 'r', { from: 'ask', to: 'hit', share: 0.7 });
    expect(matrixOf(some)).toEqual({ ask: { ask: 0.3, hit: 0.7 } });
    const all = setSwitch(some, 'r', { from: 'ask', to: 'miss', share: 0.3 });
    expect(matrixOf(all)).toEqual({ ask: { hit: 0.7, miss: 0.3 } });
    const less = setSwitch(all, 'r', { from: 'ask', to: 'hit', share: 0 });
    expect(matrixOf(less)).toEqual({ ask: { ask: 0.7, miss: 0.3 } });
    expect(matrixOf(setSwitch(less, 'r', { from: 'ask', to: 'miss', share: 0 }))).toBeUndefined();
  });

  it('scale a row of a file', () => {
    const odd = cache({ ask: { hit: 0.6, miss: 0.2 } });
    expect(matrixOf(scaleSwitch(odd, 'cache', 'ask'))).toEqual({ ask: { hit: 0.6 / 0.8, miss: 0.2 / 0.8 } });
    expect(matrixOf(scaleSwitch(cache({ ask: { hit: 0 } }), 'cache', 'ask'))).toBeUndefined();
  });
});
