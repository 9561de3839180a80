/** Model or simulation against what was measured: numbers, differences, histograms, and the verdict in words. */
import { useEffect, useMemo, useState } from 'react';
import type {
  ComparisonReport,
  ComparisonRow,
  PredictionSource,
} from '../../../workers/contract/measuring.ts';
import { ComparisonBars } from '../../charts/ComparisonBars.tsx';
import type { Measurement } from '../../model/measurement.ts';
import type { Scenario } from '../../model/scenario.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { Button } from '../../widgets/Button.tsx';
import { ChoiceField } from '../../widgets/ChoiceField.tsx';
import { type Column, DataTable } from '../../widgets/DataTable.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { DownloadIcon, UploadIcon } from '../../widgets/icons.tsx';
import { useAnswer, useSimulation } from '../answers.ts';
import { chooseFile, copyText, measurementClient, saveMeasurementTemplate, saveText } from '../files.ts';
import { formatMeasure, measureNamed } from '../measures.ts';
import { OccupancyChart } from './OccupancyChart.tsx';

type Source = PredictionSource['kind'];

const FORMULAS = { value: 'model', label: 'Formulas' } as const;
const SIMULATION = { value: 'simulation', label: 'Simulation' } as const;

export default function Compare() {
  const scenario = useScenario();
  const [wanted, setWanted] = useState<Source>('model');
  const { answer } = useAnswer();
  const { run } = useSimulation();
  const source: Source = wanted === 'simulation' && run.result ? 'simulation' : 'model';
  const predicted = useMemo((): PredictionSource | undefined => {
    if (source === 'simulation' && run.result) return { kind: 'simulation', stages: run.result.stages };
    return answer && { kind: 'model', stages: answer.stages };
  }, [source, run.result, answer]);
  const report = useComparison(scenario, predicted, scenario.measurement);

  if (!scenario.measurement) return <NoMeasurement />;
  return (
    <div className="panel panel--split">
      <div className="panel__table">
        <div className="compare__head">
          <span>
            Measured: <strong>{scenario.measurement.name}</strong>
          </span>
          {run.result ? (
            <ChoiceField
              label="Predicted by"
              value={source}
              choices={[FORMULAS, SIMULATION]}
              onChange={setWanted}
            />
          ) : (
            <span>Predicted by formulas; simulate to hold the simulation against it too.</span>
          )}
          <Button size="small" variant="quiet" icon={<UploadIcon />} onClick={chooseFile}>
            Other file…
          </Button>
          <Button size="small" variant="quiet" onClick={removeMeasurement}>
            Remove
          </Button>
        </div>
        {report && <Sentences report={report} />}
        {report && <Table report={report} scenario={scenario} />}
      </div>
      <div className="panel__charts">
        {report && (
          <ComparisonBars
            title="Difference from measured"
            rows={report.comparison.rows.filter(isOnBothSides).map((row) => barOf(row, scenario))}
          />
        )}
        <OccupancyChart />
      </div>
    </div>
  );
}

function NoMeasurement() {
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop a measurement file on the page"
      action={
        <>
          <Button icon={<UploadIcon />} onClick={chooseFile}>
            Choose a file…
          </Button>
          <Button icon={<DownloadIcon />} onClick={() => void saveMeasurementTemplate()}>
            Template for this scenario
          </Button>
        </>
      }
    >
      CSV or JSON with rates, utilizations, mean occupancies or histograms per stage. It is read here, in this
      browser; nothing is uploaded.
    </EmptyState>
  );
}

/** The overall sentences stand open; those on single numbers repeat the table and are behind a click. */
const SENTENCES_OPEN = 2;

function Sentences({ report }: { readonly report: ComparisonReport }) {
  const contradicted = report.comparison.rows.some((row) => row.agreement === 'off');
  const open = report.sentences.slice(0, SENTENCES_OPEN);
  const folded = report.sentences.slice(SENTENCES_OPEN);
  return (
    <div className={`compare__verdict compare__verdict--${contradicted ? 'off' : 'close'}`}>
      <strong>{contradicted ? '✕ Contradicted by the measurement' : '○ Not contradicted'}</strong>
      <SentenceList sentences={open} />
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more</summary>
          <SentenceList sentences={folded} />
        </details>
      )}
    </div>
  );
}

function SentenceList({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Table({ report, scenario }: { readonly report: ComparisonReport; readonly scenario: Scenario }) {
  const value = (row: ComparisonRow, number: number | undefined): string =>
    number === undefined
      ? 'n/a'
      : formatMeasure(number, row.dimension, { unit: row.unit, timeUnit: scenario.timeUnit });
  const columns: Column<ComparisonRow>[] = [
    { id: 'quantity', header: 'Quantity', rowHeader: true, cell: quantityOf, text: quantityOf },
    { id: 'stage', header: 'Stage', cell: (row) => row.stage, text: (row) => row.stage },
    {
      id: 'predicted',
      header: 'Predicted',
      kind: 'number',
      cell: (row) => value(row, row.predicted),
      text: (row) => String(row.predicted ?? ''),
    },
    {
      id: 'measured',
      header: 'Measured',
      kind: 'number',
      cell: (row) => value(row, row.measured),
      text: (row) => String(row.measured ?? ''),
    },
    {
      id: 'difference',
      header: 'Difference',
      kind: 'number',
      cell: differenceOf,
      text: (row) => String(row.difference ?? ''),
    },
    { id: 'agreement', header: '', cell: agreementOf, text: (row) => row.agreement },
  ];
  return (
    <DataTable
      caption="Predicted and measured"
      columns={columns}
      rows={report.comparison.rows}
      rowKey={keyOf}
      onSelectRow={(key) => selectOnly(key.slice(key.indexOf(' ') + 1))}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${scenario.name} comparison.csv`, text, 'text/csv')}
    />
  );
}

const isOnBothSides = (row: ComparisonRow): boolean => row.difference !== undefined;
const keyOf = (row: ComparisonRow): string => `${row.quantity} ${row.stage}`;
const quantityOf = (row: ComparisonRow): string => {
  const name = measureNamed(row.quantity);
  return name ? `${name.symbol}  ${name.label}` : row.quantity;
};

function differenceOf({ difference, relativeDifference }: ComparisonRow): string {
  if (difference === undefined) return '–';
  if (relativeDifference === undefined) return signed(difference, Number(difference.toPrecision(3)));
  const percent = 100 * relativeDifference;
  return `${signed(percent, Math.abs(percent) >= 10 ? Math.round(percent) : Number(percent.toPrecision(2)))} %`;
}

const signed = (value: number, text: number): string =>
  value > 0 ? `+${text}` : String(text).replace('-', '−');

function agreementOf({ agreement }: ComparisonRow) {
  const words = {
    close: ['✓', 'close'],
    off: ['✕', 'off'],
    notPredicted: ['–', 'not predicted'],
    notMeasured: ['–', 'not measured'],
  } as const;
  const [shape, word] = words[agreement];
  return (
    <span className={`agreement agreement--${agreement}`}>
      {shape} {word}
    </span>
  );
}

function barOf(row: ComparisonRow, scenario: Scenario) {
  return {
    label: `${measureNamed(row.quantity)?.symbol ?? row.quantity}, ${row.stage}`,
    predicted: row.predicted,
    measured: row.measured,
    format: (value: number) =>
      formatMeasure(value, row.dimension, { unit: row.unit, timeUnit: scenario.timeUnit }),
  };
}

function useComparison(
  scenario: Scenario,
  predicted: PredictionSource | undefined,
  measurement: Measurement | undefined,
): ComparisonReport | undefined {
  const [report, setReport] = useState<ComparisonReport>();
  useEffect(() => {
    if (!predicted || !measurement) return;
    let wanted = true;
    void measurementClient.compare(scenario, predicted, measurement).then((next) => {
      if (wanted) setReport(next);
    });
    return () => {
      wanted = false;
    };
  }, [scenario, predicted, measurement]);
  return measurement ? report : undefined;
}

function removeMeasurement(): void {
  editDocument('Remove measurements', ({ measurement: _, ...scenario }) => scenario);
}
