import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { goalLine, parseGoal, readGoal } from './goal-words.ts';

function example(name: string): Scenario {
  const text = readFileSync(new URL(`../../public/examples/${name}.json`, import.meta.url), 'utf8');
  const read = parseScenario(JSON.parse(text));
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value;
}
const mercury = example('mercury-run-2');
const web = example('web-service');
const users = example('interactive-users');

const lineOf = (scenario: Scenario, text: string): string => {
  const goal = readGoal(scenario, text);
  return goal.ok ? goalLine(goal.value) : goal.error;
};

describe('goals in words', () => {
  it('are those that people ask', () => {
    expect(lineOf(mercury, 'smallest K at 1b with P_BP ≤ 1e-6')).toBe(
      'least 1b.capacity with 1b.backPressureProbability <= 0.000001',
    );
    expect(lineOf(web, 'least servers so that p99 sojourn ≤ 5 ms at 1.2 × today’s load')).toBe(
      'least servers with network.sojournP99 <= 0.005 at inputs = 1.2',
    );
    expect(lineOf(web, 'largest input rate that keeps every ρ < 0.9')).toBe(
      'largest inputs with network.maxUtilization < 0.9',
    );
  });

  it.each([
    [
      'Find the smallest capacity of 1b Hash lookup such that P_BP at 1b <= 10^-6',
      'least 1b.capacity with 1b.backPressureProbability <= 0.000001',
    ],
    [
      'largest 1b: service: rate with 1b: utilization < 0.9',
      'largest 1b.service.rate with 1b.utilization < 0.9',
    ],
    [
      'largest 1b Hash lookup: service rate with 1b Hash lookup: utilization < 0.9',
      'largest 1b.service.rate with 1b.utilization < 0.9',
    ],
    ['fewest servers at 1a where ρ of 1a < 50 %', 'least 1a.serverCount with 1a.utilization < 0.5'],
    ['maximum load that keeps rho < 0.9', 'largest inputs with network.maxUtilization < 0.9'],
    [
      "least cost with mean sojourn <= 1 ms and p99 sojourn at 1b <= 2 ms at 120 % of today's load",
      'least cost with network.meanSojournTime <= 0.001 and 1b.sojournP99 <= 0.002 at inputs = 1.2',
    ],
    [
      'least buffer over 1b.capacity = 1:50 with P_BP at 1b < 0.1 at 0.5 times the load',
      'least buffer over 1b.capacity = 1:50 with 1b.backPressureProbability < 0.1 at inputs = 0.5',
    ],
    [
      'least K at 1b with P_BP < 0.1 at 1b.service.rate = 55 M',
      'least 1b.capacity with 1b.backPressureProbability < 0.1 at 1b.service.rate = 55000000',
    ],
  ])('%s', (words, line) => {
    expect(lineOf(mercury, words)).toBe(line);
  });

  it('of a closed class are about its jobs, which are its load', () => {
    expect(lineOf(users, 'largest load that keeps every ρ < 0.9')).toBe(
      'largest classes.users.closed.population with network.maxUtilization < 0.9',
    );
    const jobs = users.classes![0]!.closed!.population;
    expect(lineOf(users, 'least servers so that every ρ < 0.8 at 1.5 × today’s load')).toBe(
      `least servers with network.maxUtilization < 0.8 at classes.users.closed.population = ${Math.round(1.5 * jobs)}`,
    );
  });

  it('say of every stage that has a bound what is asked of every one', () => {
    const bounded = mercury.nodes.filter((node) => node.kind === 'stage' && node.capacity !== undefined);
    const goal = readGoal(mercury, 'least buffer with every P_BP <= 0.5');
    expect(goal.ok && goal.value.subjectTo.map(({ measure }) => measure)).toEqual(
      bounded.map(({ id }) => `${id}.backPressureProbability`),
    );
  });

  it('leave alone what is written by names, which read as themselves', () => {
    for (const text of [
      'least 1b.capacity with 1b.backPressureProbability <= 0.001 and 1a.utilization < 0.9 at inputs = 1.2',
      'least servers over 1a.serverCount = 1:8, 1b.serverCount = 1:8 with network.meanSojournTime <= 0.005',
    ]) {
      expect(readGoal(mercury, text)).toEqual(parseGoal(mercury, text));
      expect(lineOf(mercury, text)).toBe(text);
    }
  });

  it('are refused with what was expected', () => {
    expect(lineOf(mercury, 'least foo with every ρ < 0.9')).toContain(
      'Expected what is sought: K at PCI-X bus',
    );
    expect(lineOf(mercury, 'least K at 1b with foo < 0.9')).toContain('Expected a measure, such as P_BP');
    expect(lineOf(mercury, 'least K at 1b with P_BP')).toContain('Expected a constraint');
    expect(lineOf(mercury, 'least K at 1b with 1b.nothing < 3')).toContain('There is no measure 1b.nothing');
    expect(lineOf(mercury, 'least 1b.capacty with every ρ < 0.9')).toContain('did you mean 1b.capacity?');
    const name = users.nodes.find(({ kind }) => kind === 'stage')!.id;
    expect(lineOf(users, 'make it fast')).toContain('Expected a goal, such as: smallest K at ');
    expect(lineOf(users, 'least servers with x')).not.toContain('1b');
    expect(lineOf(users, `least ${name}.serverCount over x with ${name}.utilization < 0.9`)).toContain(
      `such as ${name}.serverCount = 1:8`,
    );
    expect(lineOf(users, 'largest inputs with every ρ < 0.9')).toContain('classes.users.closed.population');
  });
});
