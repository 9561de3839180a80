/** The report as a Markdown file that holds its pictures. */
import type { Block, PictureName, Report } from './report-blocks.ts';

/** SVG files by picture; one picture may be of several parts. */
export type Pictures = Readonly<Partial<Record<PictureName, readonly string[]>>>;

export function markdownOf({ title, subtitle, sections }: Report, pictures: Pictures): string {
  const parts = [
    `# ${escaped(title)}`,
    `_${escaped(subtitle)}_`,
    ...sections.flatMap((section) => [
      `## ${escaped(section.title)}`,
      ...section.blocks.map((block) => blockText(block, pictures)),
    ]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function blockText(block: Block, pictures: Pictures): string {
  switch (block.kind) {
    case 'text':
      return block.text.split('\n').map(escaped).join('\n');
    case 'list':
      return block.items.map((item) => `- ${escaped(item)}`).join('\n');
    case 'table': {
      const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
      const rule = `|${block.head.map(() => ' --- |').join('')}`;
      return [`**${escaped(block.caption)}**`, '', line(block.head), rule, ...block.rows.map(line)].join(
        '\n',
      );
    }
    case 'picture':
      return (pictures[block.name] ?? [])
        .map((svg) => `![${escaped(block.caption)}](data:image/svg+xml;base64,${base64(svg)})`)
        .join('\n\n');
  }
}

/** What Markdown would take for its own signs; lines stay whole. */
const escaped = (words: string): string =>
  words.replace(/\s*\n\s*/g, ' ').replace(/[\\`*_[\]<>|#]/g, (sign) => `\\${sign}`);

function base64(svg: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(svg)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
