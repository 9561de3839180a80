/** A report as plain data: what the page shows and prints, and what the Markdown file says. */
import { type Column, cellLine, cellText } from '../../../core/quantities/table.ts';

export type PictureName = 'graph' | 'comparison' | 'occupancy' | 'virtualQueue';

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'picture'; readonly name: PictureName; readonly caption: string };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Report {
  readonly title: string;
  /** What made it, and when. */
  readonly subtitle: string;
  readonly sections: readonly Section[];
}

export const text = (words: string): Block => ({ kind: 'text', text: words });

/** Nothing where there is nothing to say. */
export const listOf = (items: readonly string[]): readonly Block[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

export const tableOf = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly Block[] => (rows.length === 0 ? [] : [{ kind: 'table', caption, head, rows }]);

/** The columns that the page shows, with the same words and digits. */
export const columnsTable = <Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly Block[] =>
  tableOf(
    caption,
    columns.map(({ header }) => header),
    rows.map((row) => columns.map((column) => cellLine(cellText(column, row)))),
  );

/** No heading without anything under it. */
export const sectionOf = (title: string, blocks: readonly Block[]): readonly Section[] =>
  blocks.length === 0 ? [] : [{ title, blocks }];
