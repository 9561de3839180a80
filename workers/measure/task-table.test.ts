/** Whose tasks may overtake each other: as table `queues` says. */
import { describe, expect, it } from 'vitest';
import { codesOf, reduceText } from './reduce.test-support.ts';

const TASKS = [
  '#qtm 1 tasks time=us',
  'task,step,state,queue,arrival,departure,ordinal',
  ...['a,0,INITIAL,__ARRIVALS__,0,5,', 'b,0,INITIAL,__ARRIVALS__,0,6,', 'a,1,S,W,5,20,', 'b,1,S,W,6,10,', ''],
].join('\n');

describe('a task that overtakes another one', () => {
  it.each([
    ['of which nothing is said', '', { W17: 1 }],
    ['with several servers', '#qtm 1 queues\nqueueId,servers\nW,2\n', {}],
    ['with random selection', '#qtm 1 queues\nqueueId,servers,discipline\nW,1,RSS\n', {}],
    ['next to one with random selection', '#qtm 1 queues\nqueueId,discipline\nV,RSS\n', { W17: 1 }],
  ])('in a queue %s', async (_, queues, codes) => {
    expect(codesOf(await reduceText(queues + TASKS))).toEqual(codes);
  });
});
