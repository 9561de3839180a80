import { describe, expect, it } from 'vitest';
import { delay, drawing, faultsOf, messagesOf, sink, source, stage } from './drawing.test-support.ts';
import type { JobClass, Scenario, StageNode } from './scenario.ts';

const two: readonly JobClass[] = [{ id: 'web' }, { id: 'batch', priority: 1 }];
const both = [source('in'), source('nightly', 1, { class: 'batch' })];
/** Two sources, stage "a", sink. */
const withStage = (more: Partial<StageNode>, rest: Partial<Scenario> = {}) =>
  drawing([...both, stage('a', 2, more), sink()], 'in>a nightly>a a>out', { classes: two, ...rest });

describe('distributions of classes and frames', () => {
  const endless = { distribution: 'pareto', scale: 1, shape: 0.5 } as const;
  const wild = { distribution: 'pareto', scale: 1, shape: 1.5 } as const;

  it('need a mean like any other, and the message says which distribution it is', () => {
    expect(
      messagesOf(withStage({ byClass: { batch: { service: endless } } }), 'distribution-without-mean'),
    ).toEqual([
      'Stage "a": its service times of class "batch" have no finite mean (Pareto), so there is no rate.',
    ]);
    const schedule = {
      frames: [
        { from: 0, service: wild },
        { from: 5, service: endless },
      ],
    };
    expect(faultsOf(withStage({ schedule }))).toEqual([
      'warning distribution-without-variance a',
      'error distribution-without-mean a',
    ]);
    const silent = source('in', 1, {
      schedule: { frames: [{ from: 1 }, { from: 3, interarrival: endless }] },
    });
    expect(
      messagesOf(drawing([silent, stage('a'), sink()], 'in>a a>out'), 'distribution-without-mean'),
    ).toEqual([
      'Source "in": its times between arrivals from 3 s on have no finite mean (Pareto), so there is no rate.',
    ]);
    const stay = delay('d', 0.5, { service: endless, byClass: {} });
    expect(
      messagesOf(drawing([source('in'), stay, sink()], 'in>d d>out'), 'distribution-without-mean'),
    ).toEqual(['Delay "d": its delay times have no finite mean (Pareto), so there is no rate.']);
  });

  it('of arrivals are refused for service, wherever they stand', () => {
    const onOff = { distribution: 'onOff', peakRate: 1, meanOnTime: 1, meanOffTime: 1 } as never;
    for (const more of [
      { byClass: { web: { service: onOff } } },
      { schedule: { frames: [{ from: 2, service: onOff }] } },
    ]) {
      expect(faultsOf(withStage(more))).toEqual(['error distribution-out-of-place a']);
    }
  });
});

describe('shares of classes', () => {
  const routed = (links: string) =>
    drawing([...both, stage('a'), stage('b'), sink()], `in>a nightly>a ${links} b>out`, { classes: two });

  it('sum to 1 for each class that is named', () => {
    expect(faultsOf(routed('a>b:web=0.25,batch=1 a>out:web=0.75'))).toEqual([]);
    expect(messagesOf(routed('a>b:web=0.25,batch=1 a>out:web=0.7'), 'class-probability-sum')).toEqual([
      'Stage "a": the probabilities of class "web" on its links sum to 0.95 instead of 1.',
    ]);
  });

  it('are not used where the rule is another', () => {
    const nodes = [...both, stage('a', 2, { routing: { rule: 'roundRobin' } }), stage('b'), sink()];
    const robin = drawing(nodes, 'in>a nightly>a a>b:web=1 a>out b>out', { classes: two });
    expect(faultsOf(robin)).toEqual(['warning probability-ignored a']);
    const split = drawing(
      [source('in'), { id: 'f', kind: 'fork' }, stage('a'), stage('b'), sink()],
      'in>f f>a:0.5 f>b:0.5 a>out b>out',
    );
    expect(messagesOf(split, 'probability-ignored')).toEqual([
      'Fork "f": it sends a task along every link; the probabilities on its links are not used.',
    ]);
  });

  it('decide what is reached', () => {
    expect(faultsOf(routed('a>b:web=0,batch=0 a>out:web=1,batch=1'))).toEqual(['warning unreached b']);
    // A class that no link names follows the probabilities of all.
    expect(faultsOf(routed('a>b:web=0 a>out:web=1'))).toEqual([]);
  });

  it('decide whether a class finds out of a cycle', () => {
    const nodes = [...both, stage('a'), stage('b'), stage('c'), sink()];
    const trapped = (share: number) =>
      drawing(nodes, `in>a nightly>a a>b b>c:web=1,batch=${share} b>out:batch=${1 - share} c>b`, {
        classes: two,
      });
    expect(faultsOf(trapped(0.5))).toEqual(['warning no-sink-reached b', 'warning no-sink-reached c']);
    const free = drawing(nodes, 'in>a nightly>a a>b b>c:batch=0.5 b>out:web=1,batch=0.5 c>b', {
      classes: two,
    });
    expect(faultsOf(free)).toEqual([]);
  });
});

describe('what enters', () => {
  it('is open', () => {
    const classes = [{ id: 'web' }, { id: 'user', closed: { population: 2, start: 'a' } }];
    const nodes = [source('in', 1, { class: 'user' }), stage('a'), sink()];
    const faults = messagesOf(
      drawing(nodes, 'in>a a>out:web=1 a>a:user=1', { classes }),
      'closed-class-emitted',
    );
    expect(faults).toEqual([
      'Source "in": class "user" is closed, so its jobs cannot come from a source; choose an open class.',
    ]);
    const closedFirst = { classes: classes.toReversed() };
    const driven = [source('in', 1, { class: 'web' }), stage('a', 2, { overdriveRate: 1 }), sink()];
    expect(faultsOf(drawing(driven, 'in>a a>out:web=1 a>a:user=1', closedFirst))).toEqual([
      'error closed-class-emitted a',
    ]);
  });

  it('has a source for each class', () => {
    const classes = [...two, { id: 'ghost' }];
    expect(messagesOf(withStage({}, { classes }), 'class-unused')).toEqual([
      'No source emits class "ghost".',
    ]);
    expect(faultsOf(drawing([], '', { classes }))).toEqual([
      'error no-source',
      'error no-stage',
      'error no-sink',
    ]);
  });

  it('may be delayed and nothing else', () => {
    expect(faultsOf(drawing([source('in'), delay('d'), sink()], 'in>d d>out'))).toEqual([]);
  });
});

describe('priority and preemption', () => {
  it('need an order', () => {
    expect(faultsOf(withStage({ discipline: 'priority' }))).toEqual([]);
    const classes = [
      { id: 'web', priority: 2 },
      { id: 'batch', priority: 2 },
    ];
    expect(faultsOf(withStage({ discipline: 'priority' }, { classes }))).toEqual([
      'warning priority-without-order a',
    ]);
    const single = drawing([source('in'), stage('a', 2, { discipline: 'priority' }), sink()], 'in>a a>out');
    expect(messagesOf(single, 'priority-without-order')).toEqual([
      'Stage "a": its discipline is priority, and all classes have the same; it serves first come, first served.',
    ]);
  });

  it('interrupt only where that has a meaning', () => {
    const urgent = { discipline: 'priority', preemption: 'resume' } as const;
    expect(faultsOf(withStage(urgent))).toEqual([]);
    expect(faultsOf(withStage({ preemption: 'resume' }))).toEqual(['warning preemption-ignored a']);
    expect(faultsOf(withStage({ preemption: 'none', bulk: { rule: 'full', size: 2 } }))).toEqual([]);
    expect(faultsOf(withStage({ ...urgent, bulk: { rule: 'full', size: 2 } }))).toEqual([
      'error preemption-bulk a',
    ]);
    expect(faultsOf(withStage({ ...urgent, resource: 'bus' }, { resources: [{ id: 'bus' }] }))).toEqual([
      'error preemption-resource a',
    ]);
  });

  it('interrupt no service that holds a promised place, also behind routers', () => {
    const nodes = (more: Partial<StageNode>) => [
      ...both,
      stage('a', 2, { discipline: 'priority', preemption: 'resume' }),
      { id: 'r', kind: 'router' } as const,
      stage('b', 2, { capacity: 3, ...more }),
      sink(),
    ];
    const drawn = (more: Partial<StageNode>) =>
      drawing(nodes(more), 'in>a nightly>a a>r r>b r>out b>out', { classes: two });
    expect(faultsOf(drawn({}))).toEqual([]);
    expect(messagesOf(drawn({ whenFull: 'blockBefore' }), 'preemption-promise')).toEqual([
      'Stage "a": its services hold a place in "b", which is promised before service; they cannot be interrupted.',
    ]);
  });
});

describe('blocking before service', () => {
  const drawn = (size: number, next: Partial<StageNode>) =>
    drawing(
      [
        source('in'),
        stage('a', 2, { capacity: 14, bulk: { rule: 'full', size } }),
        stage('b', 2, { capacity: 4, whenFull: 'blockBefore', ...next }),
        sink(),
      ],
      'in>a a>b b>out',
    );

  it('is asked for no more slots than there are', () => {
    expect(faultsOf(drawn(4, {}))).toEqual([]);
    expect(faultsOf(drawn(7, { whenFull: 'drop' }))).toEqual([]);
    expect(messagesOf(drawn(7, {}), 'batch-never-promised')).toEqual([
      'Stage "a": each batch asks for 7 slots of "b" before its service begins, and capacity 4 never has them.',
    ]);
    // Each element asks for as many as it may become.
    expect(messagesOf(drawn(3, { conversionFactor: 1.5 }), 'batch-never-promised')).toHaveLength(1);
  });
});

describe('processor sharing', () => {
  const drawn = (from: Partial<StageNode>, to: Partial<StageNode>) =>
    drawing(
      [
        source('in'),
        stage('a', 2, from),
        { id: 'r', kind: 'router' },
        stage('b', 2, { capacity: 3, ...to }),
        sink(),
      ],
      'in>a a>r r>b r>out b>out',
    );

  it('has no service that waits for a promised place, also behind routers; behind a join none is asked for', () => {
    expect(faultsOf(drawn({ discipline: 'PS' }, { whenFull: 'block' }))).toEqual([]);
    expect(faultsOf(drawn({ discipline: 'LCFS' }, { whenFull: 'blockBefore' }))).toEqual([]);
    expect(
      messagesOf(drawn({ discipline: 'PS' }, { whenFull: 'blockBefore' }), 'promise-processor-sharing'),
    ).toEqual([
      'Stage "a": it shares its servers, so no service waits to begin; "b" behind it cannot block before service.',
    ]);
    const nodes = [
      source('in'),
      { id: 'f', kind: 'fork' } as const,
      stage('a', 2, { discipline: 'PS' }),
      stage('c'),
      { id: 'j', kind: 'join' } as const,
      stage('b', 2, { capacity: 3, whenFull: 'blockBefore' }),
      sink(),
    ];
    expect(faultsOf(drawing(nodes, 'in>f f>a f>c a>j c>j j>b b>out'))).toEqual([]);
  });
});

describe('shared resources', () => {
  it('are used, and by services that take turns', () => {
    const resources = [{ id: 'bus' }, { id: 'idle' }];
    expect(messagesOf(withStage({ resource: 'bus' }, { resources }), 'resource-unused')).toEqual([
      'No stage uses shared resource "idle".',
    ]);
    expect(
      faultsOf(withStage({ resource: 'bus', discipline: 'PS' }, { resources: [{ id: 'bus' }] })),
    ).toEqual(['error resource-processor-sharing a']);
  });
});

describe('groups that never fit', () => {
  it('are those of the class with the largest factor', () => {
    const more = { admission: 'whole', capacity: 6 } as const;
    expect(faultsOf(withStage({ ...more, byClass: { batch: { conversionFactor: 7 } } }))).toEqual([
      'error group-never-fits a',
    ]);
    expect(
      faultsOf(
        withStage({
          ...more,
          conversionFactor: 7,
          byClass: { web: { conversionFactor: 6 }, batch: { conversionFactor: 1 } },
        }),
      ),
    ).toEqual([]);
  });
});
