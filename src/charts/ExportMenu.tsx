import type { RefObject } from 'react';
import { type Table, tableToCsv, tableToTabbedText } from '../base/table-text.ts';
import { IconButton } from '../widgets/IconButton.tsx';
import { CopyIcon, DownloadIcon, MoreIcon, TableIcon } from '../widgets/icons.tsx';
import { Menu } from '../widgets/Menu.tsx';
import { showToast } from '../widgets/toasts.ts';
import { downloadBlob, svgToPng, svgWithInlinedStyles } from './export-chart.ts';

interface ExportMenuProps {
  /** Element that holds the chart's SVG. */
  readonly drawing: RefObject<HTMLElement | null>;
  readonly fileName: string;
  readonly table: Table;
  readonly fullTable?: (() => Table) | undefined;
  readonly tableShown: boolean;
  readonly onShowTable: (shown: boolean) => void;
}

/** The table behind a chart, shown or copied, and the chart as SVG, PNG and CSV. */
export function ExportMenu({
  drawing,
  fileName,
  table,
  fullTable,
  tableShown,
  onShowTable,
}: ExportMenuProps) {
  const withPicture = async (use: (svgText: string) => Promise<void> | void) => {
    const svg = drawing.current?.querySelector<SVGSVGElement>('.chart-svg');
    if (svg) await use(svgWithInlinedStyles(svg));
    else showToast({ title: 'There is no picture to export yet.' });
  };
  const saveText = (extension: string, type: string, text: string) =>
    downloadBlob(`${fileName}.${extension}`, new Blob([text], { type: `${type};charset=utf-8` }));

  const exportSvg = () => withPicture((text) => saveText('svg', 'image/svg+xml', text));
  const exportPng = () =>
    withPicture(async (text) => downloadBlob(`${fileName}.png`, await svgToPng(text))).catch(() =>
      showToast({ title: 'This browser could not paint the picture; export it as SVG.' }),
    );
  const exportCsv = () => {
    const { columns, rows } = fullTable?.() ?? table;
    saveText('csv', 'text/csv', tableToCsv(columns, rows));
  };
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
        { label: 'Export as CSV', icon: <DownloadIcon />, onSelect: exportCsv },
      ]}
    />
  );
}
