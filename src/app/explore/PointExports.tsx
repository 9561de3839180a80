/** The points and the study as files. */
import { tableToCsv } from '../../base/table-text.ts';
import { downloadBlob } from '../../charts/export-chart.ts';
import type { Study } from '../../model/study.ts';
import { Button } from '../../widgets/Button.tsx';
import { DownloadIcon, ShareIcon } from '../../widgets/icons.tsx';
import { copyText, fileName, saveText } from '../saving.ts';
import { tableOf } from './point-table.ts';
import { saveStudy, studyAddress } from './study-files.ts';
import type { ShownPoints } from './use-points.ts';

export function PointExports({ study, shown }: { readonly study: Study; readonly shown: ShownPoints }) {
  const saveCsv = (): void => {
    const { columns, rows } = tableOf(shown);
    saveText(`${study.name} points.csv`, tableToCsv(columns, rows), 'text/csv');
  };
  const saveParquet = async (): Promise<void> => {
    const { pointsParquet } = await import('./points-parquet.ts');
    downloadBlob(fileName(`${study.name} points.parquet`), pointsParquet(shown));
  };
  return (
    <div className="explore-exports">
      <Button size="small" variant="quiet" icon={<DownloadIcon size={14} />} onClick={saveCsv}>
        CSV
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<DownloadIcon size={14} />}
        onClick={() => void saveParquet()}
      >
        Parquet
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<DownloadIcon size={14} />}
        onClick={() => void saveStudy(study)}
      >
        Study file
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<ShareIcon size={14} />}
        onClick={() => void studyAddress(study).then(copyText)}
      >
        Copy link to the study
      </Button>
    </div>
  );
}
