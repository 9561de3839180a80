/** The report as it is read and printed. */
import type { ReactNode } from 'react';
import type { Block, PictureName, Report } from './report-blocks.ts';

interface ReportPageProps {
  readonly onPage: (page: HTMLElement | null) => void;
  readonly report: Report;
  readonly pictures: Readonly<Record<PictureName, ReactNode>>;
}

export function ReportPage({ onPage, report, pictures }: ReportPageProps) {
  return (
    <article className="report" ref={onPage} aria-label={`Report on ${report.title}`}>
      <header>
        <h1>{report.title}</h1>
        <p className="report__subtitle">{report.subtitle}</p>
      </header>
      {report.sections.map(({ title, blocks }) => (
        <section key={title}>
          <h2>{title}</h2>
          {blocks.map((block) => (
            <BlockView key={keyOf(block)} block={block} pictures={pictures} />
          ))}
        </section>
      ))}
    </article>
  );
}

const keyOf = (block: Block): string => JSON.stringify(block);

function BlockView({ block, pictures }: { readonly block: Block } & Pick<ReportPageProps, 'pictures'>) {
  switch (block.kind) {
    case 'text':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'table':
      return <TableView {...block} />;
    case 'picture':
      return <div data-picture={block.name}>{pictures[block.name]}</div>;
  }
}

function TableView({ caption, head, rows }: Extract<Block, { readonly kind: 'table' }>) {
  return (
    <div className="report__table">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((cell, i) => (
                <td key={head[i]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
