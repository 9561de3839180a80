/** The numbers that a file proposes, each beside where it came from, to be accepted whole or by part. */

import { useEffect, useState } from 'react';
import { capitalized } from '../../../core/base/plural.ts';
import type { DrawAnswer, ProposedPart } from '../../../workers/draw/contract.ts';
import { partColumns } from '../../../workers/draw/draw-words.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { closeDialog } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn, withSymbols } from '../../ui/widgets/DataTable.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { comparisonColumns } from '../compare/comparison-table.ts';
import { openScenario } from '../files/opening.ts';
import { ColumnsDialog } from '../measure/MappingDialog.tsx';
import { measuredClient } from '../measure/measured-keeping.ts';
import { drawMapped, drawnFile, drawRun, drawWithout } from './draw-run.ts';
import './draw.css';

export default function DrawDialog() {
  const file = drawnFile();
  const { status, answer, failure } = drawRun.use();
  const isBusy = status === 'running';
  const columns = useColumns(status === 'failed' ? file : undefined);
  const [isAsked, setAsked] = useState(false);
  const shown = status === 'failed' ? undefined : answer;
  const open = (): void => {
    closeDialog();
    if (shown) void openScenario(shown.scenario);
  };
  if (isAsked && file && columns)
    return (
      <ColumnsDialog
        file={file}
        first={columns}
        onClose={() => setAsked(false)}
        onRead={(mapping) => {
          setAsked(false);
          drawMapped(file, mapping);
        }}
      />
    );
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(isOpen) => !isOpen && closeDialog()}
      title={`A scenario from ${file?.name ?? ''}`}
      description={
        shown
          ? 'Unticked values keep the default of their field; arrivals and services keep their mean.'
          : isBusy
            ? 'Reading it …'
            : undefined
      }
      footer={
        columns && !isBusy ? (
          <Button variant="primary" onClick={() => setAsked(true)}>
            Choose columns…
          </Button>
        ) : (
          <Button variant="primary" disabled={!shown || isBusy} onClick={open}>
            Open the drawing
          </Button>
        )
      }
    >
      {failure && status === 'failed' && (
        <div className="drawn">
          <div role="alert">
            {failure.map((why) => (
              <p key={why}>{capitalized(why)}</p>
            ))}
          </div>
          <p>To compare it with a scenario, open that first, then drop the file on it.</p>
        </div>
      )}
      {shown && file && <Drawn answer={shown} file={file} isBusy={isBusy} />}
    </Dialog>
  );
}

/** Columns of a file that could not be read, if it is a table and somebody can tell them. */
function useColumns(file: File | undefined): ColumnPreview | undefined {
  const [found, setFound] = useState<{ readonly file: File; readonly columns: ColumnPreview | undefined }>();
  useEffect(() => {
    if (!file) return undefined;
    const asked = new AbortController();
    void measuredClient.inspect(asked.signal, file).then(
      ({ columns }) => asked.signal.aborted || setFound({ file, columns }),
      () => undefined,
    );
    return () => asked.abort();
  }, [file]);
  return file && found?.file === file ? found.columns : undefined;
}

interface DrawnProps {
  readonly answer: DrawAnswer;
  readonly file: File;
  readonly isBusy: boolean;
}

function Drawn({ answer, file, isBusy }: DrawnProps) {
  const { parts, remarks, validation, scenario } = answer;
  const toggle = (changed: ProposedPart): void => {
    const without = parts
      .filter(({ id, isAccepted }) => (id === changed.id ? isAccepted : !isAccepted))
      .map(({ id }) => id);
    drawWithout(file, without);
  };
  const all = partColumns();
  const origin = all.filter(({ id }) => id === 'distribution' || id === 'from');
  const columns: readonly PageColumn<ProposedPart>[] = all.map((column) =>
    column.id === 'part'
      ? {
          ...column,
          rowHeader: true,
          cell: (part) => (
            <>
              <label className="drawn__part">
                <input
                  type="checkbox"
                  checked={part.isAccepted}
                  disabled={isBusy}
                  onChange={() => toggle(part)}
                />
                {part.id}
              </label>
              <span className="drawn__from">
                {origin
                  .map(({ value }) => value(part))
                  .filter(Boolean)
                  .join('; ')}
              </span>
            </>
          ),
        }
      : column,
  );
  return (
    <div className="drawn">
      <div className="drawn__numbers">
        <DataTable
          caption="Numbers of the drawing"
          columns={columns}
          rows={parts}
          rowKey={({ id }) => id}
          fileName="drawing"
        />
      </div>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {validation.rows.length > 0 && (
        <DataTable
          caption="Drawn from the first half, against the second"
          showCaption
          columns={withSymbols(comparisonColumns(scenario))}
          rows={validation.rows}
          rowKey={({ stage, quantity }) => `${stage} ${quantity}`}
        />
      )}
      {validation.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
