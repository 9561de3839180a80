/** The points and the study as files. */
import type { Study } from '../../../core/study/study.ts';
import { copyText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DownloadIcon, ShareIcon } from '../../ui/widgets/icons.tsx';
import { tableOf } from './point-table.ts';
import { saveStudy, studyLink } from './study-files.ts';
import { TableFiles } from './TableFiles.tsx';
import type { ShownPoints } from './use-points.ts';

const LEFT_OUT =
  'The points would make the link too long: whoever opens it makes them again. The study file holds them.';

export function PointExports({ study, shown }: { readonly study: Study; readonly shown: ShownPoints }) {
  return (
    <div className="explore-exports">
      <TableFiles name={`${study.name} points`} table={() => tableOf(shown)} />
      <StudyExports study={study} />
    </div>
  );
}

export function StudyExports({ study }: { readonly study: Study }) {
  const copyLink = async (): Promise<void> => {
    const { address, leavesPointsOut } = await studyLink(study);
    await copyText(address, leavesPointsOut ? LEFT_OUT : undefined);
  };
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<DownloadIcon size={14} />}
        onClick={() => void saveStudy(study)}
      >
        Study file
      </Button>
      <Button size="small" variant="quiet" icon={<ShareIcon size={14} />} onClick={() => void copyLink()}>
        Copy link to the study
      </Button>
    </>
  );
}
