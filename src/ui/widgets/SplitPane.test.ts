import { expect, it } from 'vitest';
import { isPaneState } from './SplitPane.tsx';

it('refuses what is no pane in storage', () => {
  expect(isPaneState({ size: 300, folded: false })).toBe(true);
  expect(isPaneState({ size: '300', folded: false })).toBe(false);
  expect(isPaneState(null)).toBe(false);
});
