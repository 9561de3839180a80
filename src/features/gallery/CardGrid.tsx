import { type KeyboardEvent, type ReactNode, useRef } from 'react';

/** Marks the button of a card that arrow keys lead to. */
export const CARD_BUTTON = { 'data-card': '' } as const;

export interface CardGridProps {
  /** Read aloud as the name of the list. */
  readonly label: string;
  /** List items. */
  readonly children: ReactNode;
}

/** Cards in as many columns as fit. Tab reaches every card; arrows, Home and End move between them. */
export function CardGrid({ label, children }: CardGridProps) {
  const list = useRef<HTMLUListElement>(null);

  function handleKeyDown(event: KeyboardEvent) {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const index = cards.findIndex((card) => card.contains(document.activeElement));
    if (index === -1) return;
    const columns = columnsOf(cards.map((card) => card.getBoundingClientRect().top));
    const next = nextInGrid(event.key, { index, columns, count: cards.length });
    if (next === undefined) return;
    event.preventDefault();
    cards[next]!.focus();
  }

  return (
    <ul ref={list} className="gallery-grid" aria-label={label} onKeyDown={handleKeyDown}>
      {children}
    </ul>
  );
}

/** Where an arrow key leads in a grid of cards, read like text: `columns` in each row, the last row may be short. */
interface GridPlace {
  readonly index: number;
  readonly columns: number;
  readonly count: number;
}

/** Index of the card that gets the focus; undefined where the key means nothing or leads outside. */
export function nextInGrid(key: string, { index, columns, count }: GridPlace): number | undefined {
  const next = target(key, { index, columns, count });
  return next === undefined || next < 0 || next >= count || next === index ? undefined : next;
}

function target(key: string, { index, columns, count }: GridPlace): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return index + 1;
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowDown':
      return index + columns;
    case 'ArrowUp':
      return index - columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Cards in the first row, from the distance of each card to the top. */
export function columnsOf(tops: readonly number[]): number {
  const firstOfSecondRow = tops.findIndex((top) => top > tops[0]!);
  return firstOfSecondRow === -1 ? Math.max(1, tops.length) : firstOfSecondRow;
}
