import { describe, expect, it } from 'vitest';
import { classesOf, DEFAULT_CLASS, isClosed, serviceOf, sourceClass } from './classes.ts';
import { conversionFactorOf, passProbabilityOf, priorityOf } from './defaults.ts';
import { delay, exponential, source, stage } from './drawing.test-support.ts';

describe('classes', () => {
  it('are one without a name where none is written', () => {
    expect(classesOf({})).toEqual([{ id: DEFAULT_CLASS }]);
    expect(classesOf({ classes: [] })).toEqual([{ id: DEFAULT_CLASS }]);
    expect(sourceClass({}, source('in'))).toBe(DEFAULT_CLASS);
  });

  it('come from sources by name, or are the first', () => {
    const classes = [{ id: 'web' }, { id: 'batch', priority: 3 }];
    expect(sourceClass({ classes }, source('in'))).toBe('web');
    expect(sourceClass({ classes }, source('in', 1, { class: 'batch' }))).toBe('batch');
    expect(classes.map(priorityOf)).toEqual([0, 3]);
  });

  it('are closed when they have a population', () => {
    expect(isClosed({ id: 'a' })).toBe(false);
    expect(isClosed({ id: 'a', closed: { population: 2, start: 's' } })).toBe(true);
  });

  it('have what the stage says, except where it says otherwise for them', () => {
    const service = { distribution: 'deterministic', mean: 3 } as const;
    const node = stage('a', 2, {
      passProbability: 0.5,
      conversionFactor: 4,
      byClass: { slow: { service }, clean: { passProbability: 0, conversionFactor: 1 } },
    });
    expect(serviceOf(node, 'slow')).toBe(service);
    expect(serviceOf(node, 'clean')).toBe(node.service);
    expect([passProbabilityOf(node, 'slow'), passProbabilityOf(node, 'clean')]).toEqual([0.5, 0]);
    expect([conversionFactorOf(node, 'slow'), conversionFactorOf(node, 'clean')]).toEqual([4, 1]);
    expect([passProbabilityOf(stage('b'), 'x'), conversionFactorOf(stage('b'), 'x')]).toEqual([1, 1]);
    expect(serviceOf(delay('d', 0.5, { byClass: { slow: { service } } }), 'slow')).toBe(service);
  });

  it('are not confused with what every object has', () => {
    const node = stage('a', 2, { byClass: { x: { service: exponential(9) } } });
    expect(serviceOf(node, 'constructor')).toBe(node.service);
    expect(passProbabilityOf(node, '__proto__')).toBe(1);
  });
});
