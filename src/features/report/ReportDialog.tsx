/** The report on the open scenario: read here, printed, or downloaded as Markdown with its pictures. */
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { PredictionSource } from '../../../workers/compare/contract.ts';
import { isStale } from '../../run/create-run.ts';
import { useScenario } from '../../state/document-store.ts';
import { closeDialog } from '../../state/session-store.ts';
import { ComparisonBars } from '../../ui/charts/ComparisonBars.tsx';
import { svgWithInlinedStyles } from '../../ui/charts/export-chart.ts';
import { graphSvg } from '../../ui/editor/graph-svg.ts';
import { pageColours } from '../../ui/editor/picture-colours.ts';
import { saveText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { DownloadIcon } from '../../ui/widgets/icons.tsx';
import { Subscripts } from '../../ui/widgets/Subscripts.tsx';
import { comparisonBars, useComparison } from '../compare/compare-report.ts';
import { QUANTITY } from '../compare/comparison-table.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { replayRun } from '../replay/replay-run.ts';
import { useAnalytic, useAnswer, useSimulation } from '../results/answers.ts';
import { OccupancyChart } from '../results/OccupancyChart.tsx';
import { useJudgedQueries } from '../virtual-queue/judged-queries.ts';
import { PartPictures } from '../virtual-queue/PartPictures.tsx';
import { verdictRun } from '../virtual-queue/virtual-queue-run.ts';
import { judgeKey, useVirtualQueue } from '../virtual-queue/virtual-queue-store.ts';
import type { Block, PictureName, Report } from './report-blocks.ts';
import { type ReportSources, reportOf } from './report-content.ts';
import './report.css';

export default function ReportDialog() {
  usePaper();
  const scenario = useScenario();
  const sources = useReportSources();
  const report = useMemo(() => reportOf(sources), [sources]);
  const judged = verdictRun.use(({ answer }) => answer);
  const [page, setPage] = useState<HTMLElement | null>(null);
  const { answer, comparison } = sources;
  // In the colours of the paper, which are known once it is on the page.
  const graph = useMemo(
    () => page && graphSvg(scenario, answer, pageColours(page)),
    [page, scenario, answer],
  );

  const download = (): void => {
    if (!page || graph === null) return;
    const text = markdownOf(report, picturesIn(page, graph));
    saveText(`${scenario.name} report.md`, text, 'text/markdown');
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeDialog()}
      title="Report"
      size="large"
      footer={
        <>
          <Button icon={<DownloadIcon />} onClick={download} disabled={graph === null}>
            Download as Markdown
          </Button>
          <Button variant="primary" onClick={() => print()}>
            Print…
          </Button>
        </>
      }
    >
      <ReportPage
        onPage={setPage}
        report={report}
        pictures={{
          graph: graph !== null && (
            <img
              className="report__graph"
              alt={`The stages of ${scenario.name}`}
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(graph)}`}
            />
          ),
          comparison: comparison && (
            <ComparisonBars title="Difference from measured" rows={comparisonBars(comparison, scenario)} />
          ),
          occupancy: <OccupancyChart />,
          virtualQueue: judged?.kind === 'judged' && <PartPictures judgement={judged} />,
        }}
      />
    </Dialog>
  );
}

/** Paper is white: the whole page is light while a report is open, so that it is printed and copied as it is seen. */

function usePaper(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    dataset.theme = 'light';
    return () => {
      if (theme === undefined) delete dataset.theme;
      else dataset.theme = theme;
    };
  }, []);
}

/** The pictures of a report as SVG files, as they are on the page now. */

/** `graph` is an image of its own; the others are charts. */
function picturesIn(page: HTMLElement, graph: string): Pictures {
  const pictures: Partial<Record<PictureName, readonly string[]>> = { graph: [graph] };
  for (const figure of page.querySelectorAll<HTMLElement>('[data-picture]')) {
    const name = figure.dataset.picture as PictureName; // written by ReportPage alone
    if (name === 'graph') continue;
    pictures[name] = [...figure.querySelectorAll<SVGSVGElement>('.chart-svg')].map(svgWithInlinedStyles);
  }
  return pictures;
}

/** The report as a Markdown file that holds its pictures. */

/** SVG files by picture; one picture may be of several parts. */
type Pictures = Readonly<Partial<Record<PictureName, readonly string[]>>>;

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

/** What a report is made of, as the page knows it while the report is open. */

function useReportSources(): ReportSources {
  const scenario = useScenario();
  const { answer, stale: answerIsOlder, refusal } = useAnswer();
  const solved = useAnalytic();
  const { result, resultIsOlder } = useSimulation();
  const [date] = useState(() => new Date());
  const reduced = useMeasured(selectShown);
  const queries = useJudgedQueries();
  const replays = replayRun.use(({ answer }) => answer);
  const verdict = verdictRun.use();
  const { answer: virtualQueue } = verdict;
  const asked = useVirtualQueue();
  const virtualQueueIsOlder = isStale(verdict, judgeKey(asked));
  const virtualQueueExample = asked.source?.example;
  // Formulas are held against the measurement; the simulation where they have no answer.
  const predicted = useMemo((): PredictionSource | undefined => {
    const known = solved && { solved: solved.stages };
    if (answer) return { kind: 'model', stages: answer.stages, ...known };
    return result && !resultIsOlder ? { kind: 'simulation', stages: result.stages, ...known } : undefined;
  }, [answer, solved, result, resultIsOlder]);
  const { answer: comparison } = useComparison(scenario, predicted, scenario.measurement);
  return useMemo(
    () => ({
      ...{ scenario, answer, answerIsOlder, refusal, result, resultIsOlder, comparison },
      ...{ replays, queries, reduced, date },
      ...{ virtualQueue, virtualQueueIsOlder, virtualQueueExample },
    }),
    [
      scenario,
      answer,
      answerIsOlder,
      refusal,
      result,
      resultIsOlder,
      comparison,
      replays,
      queries,
      reduced,
      virtualQueue,
      virtualQueueIsOlder,
      virtualQueueExample,
      date,
    ],
  );
}

/** The report as it is read and printed. */

interface ReportPageProps {
  readonly onPage: (page: HTMLElement | null) => void;
  readonly report: Report;
  readonly pictures: Readonly<Record<PictureName, ReactNode>>;
}

function ReportPage({ onPage, report, pictures }: ReportPageProps) {
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
                <Subscripts text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((cell, i) => (
                <td key={head[i]}>{head[i] === QUANTITY ? <Subscripts text={cell} /> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
