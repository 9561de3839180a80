/** What overloaded stages let through that share units, against a plain simulation. */
import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { openNetwork } from './networks/open-network.ts';
import { stagesAlone } from './stages-alone.ts';

const shares = { capacity: 200, resource: 'bus' } as const;
const resources = [{ id: 'bus' }];

/** Rates of arrival and of service; where the elements of the first go: on to the second, with this chance, or out. */
interface Two {
  readonly arrivals: readonly [number, number];
  readonly rates: readonly [number, number];
  readonly on: number;
}

/** One server each, one unit for both, who asks first is served first; two queues of 200 slots. Elements served per second. */
function simulated({ arrivals, rates, on }: Two): readonly [number, number] {
  let state = 88172645463325252n;
  const random = (): number => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
  const held = [0, 0];
  const served = [0, 0];
  const asked: number[] = [];
  const waits = [false, false];
  let [time, sourceWaits, firstKeeps] = [0, false, false];
  const ask = (i: number): void => {
    if (waits[i] || held[i] === 0 || (i === 0 && firstKeeps)) return;
    waits[i] = true;
    asked.push(i);
  };
  const enter = (i: number): void => {
    held[i]!++;
    ask(i);
  };
  for (let event = 0; event < 400_000; event++) {
    const [at] = asked;
    const all = [
      sourceWaits ? 0 : arrivals[0],
      held[1]! < 200 ? arrivals[1] : 0,
      at === undefined ? 0 : rates[at]!,
    ];
    const total = all[0]! + all[1]! + all[2]!;
    time -= Math.log(1 - random()) / total;
    const u = random() * total;
    if (u < all[0]!) {
      if (held[0]! < 200) enter(0);
      else sourceWaits = true;
    } else if (u < all[0]! + all[1]!) enter(1);
    else {
      const i = asked.shift()!;
      waits[i] = false;
      served[i]!++;
      if (i === 0 && random() < on && held[1]! >= 200) firstKeeps = true;
      else {
        if (i === 0 && random() < on) enter(1);
        held[i]!--;
        if (i === 0 && sourceWaits) {
          sourceWaits = false;
          enter(0);
        }
        if (i === 1 && firstKeeps) {
          firstKeeps = false;
          enter(1);
          held[0]!--;
        }
      }
      ask(0);
      ask(1);
    }
  }
  return [served[0]! / time, served[1]! / time];
}

describe('overloaded stages that share one unit', () => {
  it.each<Two>([
    { arrivals: [3, 0], rates: [2, 2], on: 1 },
    { arrivals: [6, 0], rates: [4, 1], on: 1 },
    { arrivals: [3, 0.2], rates: [2, 2], on: 0 },
    { arrivals: [3, 3], rates: [4, 1], on: 0 },
  ])('let through what a simulation does: %j', (two) => {
    const { arrivals, rates, on } = two;
    const nodes = [
      source('s', arrivals[0]),
      stage('a', rates[0], shares),
      stage('b', rates[1], shares),
      sink(),
    ];
    const second = arrivals[1] > 0 ? [source('t', arrivals[1])] : [];
    const links = ['s>a', on === 1 ? 'a>b' : 'a>out', 'b>out', ...(arrivals[1] > 0 ? ['t>b'] : [])];
    const open = openNetwork(drawing([...nodes, ...second], links, { resources }));
    const { network, solution } = stagesAlone(open, 'auto', true)!;
    const seen = simulated(two);
    ['a', 'b'].forEach((id, i) => {
      const found = solution.flows.accepted[network.indexOf.get(id)!]!;
      expect(Math.abs(found / seen[i]! - 1), id).toBeLessThan(0.03);
    });
  });
});
