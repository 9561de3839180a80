import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { columnsOf, nextInGrid } from './grid-keys.ts';

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
