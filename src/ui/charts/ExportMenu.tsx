import type { RefObject } from 'react';
import { tableToTabbedText } from '../../../core/base/table-text.ts';
import type { FileTable } from '../widgets/file-table.ts';
import { IconButton } from '../widgets/IconButton.tsx';
import { CopyIcon, DownloadIcon, MoreIcon, TableIcon } from '../widgets/icons.tsx';
import { Menu } from '../widgets/Menu.tsx';
import { showToast } from '../widgets/toasts.ts';
import { downloadBlob, svgToPng, titledSvg } from './export-chart.ts';
import { saveCsv, saveParquet } from './table-files.ts';

interface ExportMenuProps {
  /** Element that holds the chart's SVG. */
  readonly drawing: RefObject<HTMLElement | null>;
  /** Written over a picture that leaves the page. */
  readonly title: string;
  readonly fileName: string;
  readonly table: FileTable;
  readonly fullTable?: (() => FileTable) | undefined;
  readonly tableShown: boolean;
  readonly onShowTable: (shown: boolean) => void;
}

/** The table behind a chart, shown, copied or as CSV and Parquet, and the chart as SVG and PNG. */
export function ExportMenu({
  drawing,
  title,
  fileName,
  table,
  fullTable,
  tableShown,
  onShowTable,
}: ExportMenuProps) {
  const withPicture = async (use: (svgText: string) => Promise<void> | void) => {
    const svg = drawing.current?.querySelector<SVGSVGElement>('.chart-svg');
    if (svg) await use(titledSvg(svg, title));
    else showToast({ title: 'There is no picture to export yet.' });
  };
  const wholeTable = () => fullTable?.() ?? table;
  const exportSvg = () =>
    withPicture((text) =>
      downloadBlob(`${fileName}.svg`, new Blob([text], { type: 'image/svg+xml;charset=utf-8' })),
    );
  const exportPng = () =>
    withPicture(async (text) => downloadBlob(`${fileName}.png`, await svgToPng(text))).catch(() =>
      showToast({ title: 'This browser could not paint the picture; export it as SVG.' }),
    );
  const copyTable = async () => {
    try {
      // Pages that are not served securely have no clipboard at all, which ends in the same notice.
      await navigator.clipboard.writeText(tableToTabbedText(table.columns, table.rows));
      showToast({ title: 'Table copied', tone: 'good' });
    } catch {
      showToast({ title: 'The browser did not allow copying; export it as CSV.' });
    }
  };

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
        { label: 'Copy table', icon: <CopyIcon />, onSelect: () => void copyTable() },
        'separator',
        { label: 'Export as SVG', icon: <DownloadIcon />, onSelect: () => void exportSvg() },
        { label: 'Export as PNG', icon: <DownloadIcon />, onSelect: () => void exportPng() },
        {
          label: 'Export as CSV',
          icon: <DownloadIcon />,
          onSelect: () => saveCsv(fileName, wholeTable()),
        },
        {
          label: 'Export as Parquet',
          icon: <DownloadIcon />,
          onSelect: () => void saveParquet(fileName, wholeTable()),
        },
      ]}
    />
  );
}
