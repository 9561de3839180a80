/** A kind that no engine lists is refused by every engine, by its name: nothing unknown is ever run as something known. */
import { describe, expect, it } from 'vitest';
import { kindsOf } from '../core/base/kinds.ts';
import { CAPABILITIES, refuseKinds } from '../core/engines/capabilities.ts';
import { type Engine, METHOD_NAMES } from '../core/measures/methods.ts';
import { refusalText } from '../core/measures/refusals.ts';
import { DISCIPLINE } from '../core/rules/discipline.ts';
import { ROUTING } from '../core/rules/routing.ts';
import { WHEN_FULL } from '../core/rules/when-full.ts';
import { drawing, line, router, sink, source, stage } from '../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { solveBounds } from '../workers/bounds/solve-bounds.ts';
import { quickPoints } from '../workers/explore/quick-points.ts';
import { planRun } from '../workers/simulate/plan-run.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { solveChain } from '../workers/solve/chain/solve-chain.ts';
import { sizeStage } from '../workers/solve/size-stage.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { solveTransient } from '../workers/transient/solve-transient.ts';

/** Constant times, which every engine takes. */
const every = (mean: number) => ({ distribution: 'deterministic', mean }) as const;
const plain = line(
  source('in', 1, { interarrival: every(2) }),
  stage('a', 1, { service: every(1), capacity: 3 }),
);
const plan = { seed: 1, replications: 1, horizon: 10, warmup: 0 };

/** The type checker would not have any of these. */
const unknown = (more: object): Scenario =>
  ({
    ...plain,
    nodes: plain.nodes.map((node) => (node.kind === 'stage' ? { ...node, ...more } : node)),
  }) as Scenario;

const CASES: readonly (readonly [string, Scenario])[] = [
  ['whenFull', unknown({ whenFull: 'unheard' })],
  ['whenFull of an unbounded stage', unknown({ whenFull: 'unheard', capacity: undefined })],
  ['admission', unknown({ admission: 'unheard' })],
  ['discipline', unknown({ discipline: 'unheard' })],
  ['preemption', unknown({ preemption: 'unheard' })],
  ['bulk rule', unknown({ bulk: { rule: 'unheard', size: 2 } })],
  ['routing rule', unknown({ routing: { rule: 'unheard' } })],
  ['distribution', unknown({ service: { distribution: 'unheard', mean: 1 } })],
  ['distribution of a class', unknown({ byClass: { x: { service: { distribution: 'unheard', mean: 1 } } } })],
  ['node', unknown({ kind: 'unheard' })],
  [
    'arbitration',
    {
      ...unknown({ resource: 'r' }),
      resources: [{ id: 'r', arbitration: 'unheard' }],
    } as unknown as Scenario,
  ],
];

describe('a kind that nobody knows', () => {
  it.each(CASES)('%s: refused by name by every engine', (_, scenario) => {
    const outcomes = [
      ...METHOD_NAMES.map((method) => solveScenario(scenario, method)),
      solveChain(scenario),
      solveTransient(scenario),
      solveBounds(scenario),
      planRun(scenario, {}),
      simulateNow(scenario, {}),
      replicateNow(scenario, plan, 0),
    ];
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'unsupported' });
    for (const outcome of outcomes) expect('facts' in outcome && refusalText(outcome)).toContain('unheard');
    expect(quickPoints({ scenario, method: 'mmc', handles: [], sources: [] })).toBeUndefined();
    if (scenario.nodes.some(({ kind }) => kind === 'stage'))
      expect(sizeStage(scenario, { stage: 'a', below: 0.1 })).toMatchObject({ kind: 'noAnswer' });
  });
});

describe('capabilities', () => {
  it('leave no kind that nothing simulates', () => {
    const { whenFull, discipline, routing } = CAPABILITIES.simulator;
    expect([...whenFull].sort()).toEqual([...kindsOf(WHEN_FULL)].sort());
    expect([...discipline].sort()).toEqual([...kindsOf(DISCIPLINE)].sort());
    expect([...routing].sort()).toEqual([...kindsOf(ROUTING)].sort());
  });

  it('name the engines that take what another does not', () => {
    const oldest = line(source('in'), stage('a', 2, { capacity: 3, whenFull: 'dropOldest' }));
    const refusing = kindsOf(CAPABILITIES).filter((engine: Engine) => refuseKinds(engine, oldest));
    expect(refusing).toEqual(['formulas', 'qna', 'blocking', 'closed', 'selfTimed', 'bounds', 'quick']);
    const refused = solveScenario(oldest, 'mmck');
    expect(refused).toMatchObject({
      stage: 'a',
      facts: { engine: 'formulas', instead: ['chain', 'simulator'] },
    });
    expect(refused.kind === 'noAnswer' && refusalText(refused)).toBe(
      '"a": when full "drop oldest" is not supported by analytic queues; use the Markov chain or simulate instead.',
    );
    expect(solveScenario(oldest, 'auto')).toMatchObject({ kind: 'answer', exact: true });
    expect(replicateNow(oldest, plan, 0)).toMatchObject({ kind: 'record' });
  });

  it('do not mind a rule for full stages where a stage is never full', () => {
    const unbounded = line(source('in'), stage('a', 2, { whenFull: 'dropOldest' }));
    expect(solveScenario(unbounded, 'mm1')).toMatchObject({ kind: 'answer' });
  });

  it('take each node that an engine lists', () => {
    const routed = drawing([source('in'), router('r'), stage('a'), sink()], 'in>r r>a a>out');
    expect(refuseKinds('simulator', routed)).toBeUndefined();
  });
});
