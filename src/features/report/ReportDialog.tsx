/** The report on the open scenario: read here, printed, or downloaded as Markdown with its pictures. */
import { useMemo, useState } from 'react';
import { useScenario } from '../../state/document-store.ts';
import { closeDialog } from '../../state/session-store.ts';
import { ComparisonBars } from '../../ui/charts/ComparisonBars.tsx';
import { graphSvg } from '../../ui/editor/graph-svg.ts';
import { pageColours } from '../../ui/editor/picture-colours.ts';
import { saveText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { DownloadIcon } from '../../ui/widgets/icons.tsx';
import { comparisonBars } from '../compare/compare-report.ts';
import { OccupancyChart } from '../results/OccupancyChart.tsx';
import { PartPictures } from '../virtual-queue/PartPictures.tsx';
import { useVirtualQueue } from '../virtual-queue/virtual-queue-store.ts';
import { ReportPage } from './ReportPage.tsx';
import { reportOf } from './report-content.ts';
import { markdownOf } from './report-markdown.ts';
import { picturesIn } from './report-pictures.ts';
import { usePaper } from './use-paper.ts';
import { useReportSources } from './use-report-sources.ts';
import './report.css';

export default function ReportDialog() {
  usePaper();
  const scenario = useScenario();
  const sources = useReportSources();
  const report = useMemo(() => reportOf(sources), [sources]);
  const judged = useVirtualQueue(({ run }) => run.report);
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
