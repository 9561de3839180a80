import { describe, expect, it } from 'vitest';
import { isListOfNumbers } from './list-of-numbers.ts';

describe('isListOfNumbers', () => {
  it.each([
    '0.5\n1e-3\n\n2\n',
    '12\r\n9.7\r\n15',
    ' 1\n2\n3.',
    // With a slip, which is named then.
    '1\nfoo\n2\n3',
  ])('takes %j', (text) => expect(isListOfNumbers(text)).toBe(true));

  it.each([
    '',
    '#qtm 1 events time=ns\nqueueId,time,kind\nq,1,I',
    '1 2\n3 4\n',
    's,1\nd,2\n',
    '{"qtm":1}',
    '1\nhello\nworld',
    'time\n1\n2\n3',
  ])('leaves %j to measurements', (text) => expect(isListOfNumbers(text)).toBe(false));
});
