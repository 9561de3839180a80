import { type ReactNode, useId, useRef, useState } from 'react';
import type { FileTable } from '../widgets/file-table.ts';
import { DataTable } from './DataTable.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import './charts.css';

interface ChartFrameProps {
  readonly title: string;
  /** Start of the names of exported files. */
  readonly fileName: string;
  /** What is drawn, as numbers; shown on demand and copied. */
  readonly table: FileTable;
  /** What files hold, when that is more than the table on the page. */
  readonly fullTable?: () => FileTable;
  /** View toggles. */
  readonly toolbar?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its title, its toggles, its exports and the table behind it. */
export function ChartFrame({ title, fileName, table, fullTable, toolbar, children }: ChartFrameProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const [tableShown, setTableShown] = useState(false);
  const titleId = useId();
  return (
    <figure className="chart-frame" aria-labelledby={titleId}>
      <div className="chart-head">
        <figcaption id={titleId} className="chart-title">
          {title}
        </figcaption>
        <div className="chart-tools">
          {toolbar}
          <ExportMenu
            drawing={drawing}
            title={title}
            fileName={fileName}
            table={table}
            fullTable={fullTable}
            tableShown={tableShown}
            onShowTable={setTableShown}
          />
        </div>
      </div>
      <div ref={drawing}>{children}</div>
      {tableShown && <DataTable caption={title} table={table} />}
    </figure>
  );
}
