import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import {
  columnHeading,
  type Table,
  type TableCell,
  tableToTabbedText,
} from '../../../core/quantities/table.ts';
import { ageIn, copyText, downloadBlob, saveCsv, saveParquet, saveText, withAge } from '../saving.ts';
import { IconButton } from '../widgets/IconButton.tsx';
import { CopyIcon, DownloadIcon, MoreIcon, TableIcon } from '../widgets/icons.tsx';
import { Menu } from '../widgets/Menu.tsx';
import { showToast } from '../widgets/toasts.ts';
import { svgToPng, titledSvg } from './export-chart.ts';
import { formatNumber } from './number-label.ts';
import { type ChartSize, useChartSize } from './use-chart-size.ts';
import './charts.css';

interface ChartFrameProps {
  readonly title: string;
  /** Start of the names of exported files. */
  readonly fileName: string;
  /** What is drawn, as numbers; shown on demand and copied. */
  readonly table: Table;
  /** What files hold, when that is more than the table on the page. */
  readonly fullTable?: () => Table;
  /** View toggles. */
  readonly toolbar?: ReactNode;
  /** Given while a part is shown: goes back to all. */
  readonly onShowAll?: (() => void) | undefined;
  /** Pixels of the drawing; goes with the width when absent. */
  readonly height?: number | undefined;
  /** Said in place of the drawing. */
  readonly empty?: string | false | undefined;
  /** The drawing; a function is told the size that there is for it. */
  readonly children: ReactNode | ((size: ChartSize) => ReactNode);
}

/** A chart with its title, its toggles, its size, its exports and the table behind it. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, fileName, table, fullTable, toolbar, onShowAll, empty, children } = props;
  const drawing = useRef<HTMLDivElement>(null);
  const [measured, size] = useChartSize<HTMLDivElement>(props.height);
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
          {onShowAll && (
            <button type="button" className="chart-button" onClick={onShowAll}>
              Reset zoom
            </button>
          )}
          <div className="chart-menu">
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
      </div>
      <div ref={drawing}>
        {typeof children === 'function' ? (
          <div ref={measured} className="chart-stage">
            {empty ? <p className="chart-empty">{empty}</p> : children(size)}
          </div>
        ) : (
          children
        )}
      </div>
      {tableShown && <DataTable caption={title} table={table} />}
    </figure>
  );
}

interface DataTableProps {
  readonly caption: string;
  readonly table: Table;
}

/** The numbers behind a chart, under a heading that stays in sight. The full digits are on hover. */
function DataTable({ caption, table }: DataTableProps) {
  return (
    // Focus lets the keyboard scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    <section className="chart-table" aria-label={`Table: ${caption}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.label} scope="col">
                {columnHeading(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((cell, i) => (
                <td key={table.columns[i]?.label} title={typeof cell === 'number' ? String(cell) : undefined}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellText(cell: TableCell): string {
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : formatNumber(cell, 4);
}

interface ExportMenuProps {
  /** Element that holds the chart's SVG. */
  readonly drawing: RefObject<HTMLElement | null>;
  /** Written over a picture that leaves the page. */
  readonly title: string;
  readonly fileName: string;
  readonly table: Table;
  readonly fullTable?: (() => Table) | undefined;
  readonly tableShown: boolean;
  readonly onShowTable: (shown: boolean) => void;
}

/** The table behind a chart, shown, copied or as CSV and Parquet, and the chart as SVG and PNG. */
function ExportMenu({
  drawing,
  title,
  fileName,
  table,
  fullTable,
  tableShown,
  onShowTable,
}: ExportMenuProps) {
  const withPicture = async (use: (svgText: string, name: string) => Promise<void> | void) => {
    const svg = drawing.current?.querySelector<SVGSVGElement>('.chart-svg');
    const age = ageIn(drawing.current);
    if (svg) await use(titledSvg(svg, `${title}${age}`), `${fileName}${age}`);
    else showToast({ title: 'There is no chart to export yet.' });
  };
  const withTable = (use: (name: string, aged: Table) => unknown, of = fullTable?.() ?? table) => {
    const age = ageIn(drawing.current);
    void use(`${fileName}${age}`, withAge(of, age));
  };
  const exportSvg = () => withPicture((text, name) => saveText(`${name}.svg`, text, 'image/svg+xml'));
  const exportPng = () =>
    withPicture(async (text, name) => downloadBlob(`${name}.png`, await svgToPng(text))).catch(() =>
      showToast({ title: 'This browser could not render the chart; export it as SVG.' }),
    );
  const copyTable = () =>
    withTable((_, { columns, rows }) => copyText(tableToTabbedText(columns, rows)), table);

  return (
    <Menu
      align="end"
      trigger={<IconButton label="Table and export" size="small" icon={<MoreIcon />} />}
      entries={[
        {
          label: tableShown ? 'Hide table' : 'Show table',
          icon: <TableIcon />,
          onSelect: () => onShowTable(!tableShown),
        },
        { label: 'Copy table', icon: <CopyIcon />, onSelect: copyTable },
        'separator',
        { label: 'Export as SVG', icon: <DownloadIcon />, onSelect: () => void exportSvg() },
        { label: 'Export as PNG', icon: <DownloadIcon />, onSelect: () => void exportPng() },
        {
          label: 'Export as CSV',
          icon: <DownloadIcon />,
          onSelect: () => withTable(saveCsv),
        },
        {
          label: 'Export as Parquet',
          icon: <DownloadIcon />,
          onSelect: () => withTable(saveParquet),
        },
      ]}
    />
  );
}
