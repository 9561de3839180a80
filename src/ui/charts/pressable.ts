import type { KeyboardEvent } from 'react';

/** What makes a mark of a drawing a button: pressed by a click, Enter and Space. Nothing without `onPress`. */
export function pressable(onPress: (() => void) | undefined, pressed?: boolean) {
  if (!onPress) return {};
  return {
    role: 'button',
    tabIndex: 0,
    'aria-pressed': pressed,
    onClick: onPress,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onPress();
    },
  };
}
