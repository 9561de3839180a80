/** The rows of fields as text: for the published JSON Schema and the tables of the reference. */
import { domainText } from '../core/base/number-domain.ts';
import type { Dimension } from '../core/quantities/quantity.ts';
import { FIELDS, type FieldRow } from '../core/scenario/fields.ts';

/** What holds where the field is absent; undefined where it is required. */
export const absentText = ({ absent }: Pick<FieldRow, 'absent'>): string | undefined =>
  absent === undefined ? undefined : absent === Number.POSITIVE_INFINITY ? 'unbounded' : String(absent);

const UNITS: Readonly<Partial<Record<Dimension, string>>> = { rate: '1/s', time: 's', bytes: 'bytes' };

/** `integer >= 1`, `s, > 0`, `"block", "drop"`. */
export function valuesText({ value }: FieldRow): string {
  switch (value.kind) {
    case 'number': {
      const range = domainText({ ...value.domain, most: Math.min(value.domain.most, Number.MAX_VALUE) });
      const unit = UNITS[value.dimension];
      const text = range.replace(/^an? (number )?/, '').replace('>=', '≥');
      return unit === undefined ? text : `${unit}, ${text}`;
    }
    case 'choice':
      return Object.keys(value.choices)
        .map((name) => `\`"${name}"\``)
        .join(', ');
    case 'literal':
      return `\`${JSON.stringify(value.value)}\``;
    case 'text':
      return value.values ?? (value.form === 'notes' ? 'up to 100,000 characters' : '1 to 200 characters');
    case 'part':
      return value.values;
  }
}

/** One line for each row. */
const fieldTable = (rows: Readonly<Record<string, FieldRow>>): string =>
  [
    '| Field | Unit, values | Default | Meaning |',
    '|---|---|---|---|',
    ...Object.entries(rows).map(
      ([name, row]) =>
        `| \`${name}\` | ${valuesText(row)} | ${absentText(row) ?? 'required'} | ${meaning(row)} |`,
    ),
  ].join('\n');

/** The sentence, and what each choice means. */
function meaning({ symbol, help, value }: FieldRow): string {
  const choices = value.kind === 'choice' ? Object.entries(value.choices) : [];
  const words = choices.flatMap(([name, { hint }]) => (hint === undefined ? [] : [`\`${name}\`: ${hint}`]));
  return [symbol === undefined ? help : `${symbol}. ${help}`, ...words.map((word) => `${word}.`)].join(' ');
}

const TABLE = /(<!-- fields: (.*?) -->\n).*?(<!-- end -->)/gs;

/** A page whose tables, each after a mark such as `<!-- fields: stage without id kind -->`, are those of the rows. */
export const withFieldTables = (page: string): string =>
  page.replace(TABLE, (_, begin: string, words: string, end: string) => {
    const [group, , ...without] = words.split(' ');
    const rows: Readonly<Record<string, FieldRow>> | undefined = Object.entries(FIELDS).find(
      ([name]) => name === group,
    )?.[1];
    if (!rows) throw new Error(`The page has a table of ${group}, which is no group of fields.`);
    const shown = Object.entries(rows).filter(([name]) => !without.includes(name));
    return `${begin}\n${fieldTable(Object.fromEntries(shown))}\n\n${end}`;
  });
