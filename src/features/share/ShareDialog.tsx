/** The scenario as a link that holds it whole. */
import { useEffect, useState } from 'react';
import { LONGEST_LINK } from '../../../core/scenario/link-layer.ts';
import { encodeShareLink } from '../../../core/scenario/share-link.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { closeDialog } from '../../state/session-store.ts';
import { copyLink } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { CopyIcon, DownloadIcon } from '../../ui/widgets/icons.tsx';
import { saveForJmt, saveScenarioFile } from '../files/saved-files.ts';
import { type SharedMeasured, sharedMeasured } from '../measure/measured-part.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { saveMeasured } from '../measure/save-measured.ts';
import { embedCode } from './embed-code.ts';

export default function ShareDialog() {
  const scenario = useScenario();
  const [scenarioLink, setLink] = useState<string>();
  const [withMeasured, setWithMeasured] = useState(true);
  const packed = useSharedMeasured();
  const measured = packed === 'packing' ? undefined : packed;
  // A link without its measurements looks whole: it is there when they are.
  const link =
    packed === 'packing' || scenarioLink === undefined
      ? undefined
      : `${scenarioLink}${withMeasured ? (measured?.part ?? '') : ''}`;
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let wanted = true;
    encodeShareLink(scenario).then(
      (fragment) => wanted && setLink(`${location.origin}${location.pathname}#${fragment}`),
      (reason: Error) => wanted && setRefusal(reason.message),
    );
    return () => {
      wanted = false;
    };
  }, [scenario]);

  const [fault, setFault] = useState<string>();
  const forJmt = async (): Promise<void> => setFault(await saveForJmt());
  const copy = async (text: string, title: string): Promise<void> => {
    const refused = await copyLink(text, title);
    if (refused === undefined) closeDialog();
    else setFault(refused);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeDialog()}
      title="Share"
      description={
        scenario.measurement
          ? 'The link holds the whole scenario and its reduced measurements. Nothing is uploaded.'
          : 'The link holds the whole scenario. Nothing is uploaded.'
      }
      footer={
        <>
          <Button icon={<DownloadIcon />} onClick={saveScenarioFile}>
            Save as a file
          </Button>
          <Button onClick={() => void forJmt()}>Save for JMT</Button>
          <Button
            icon={<CopyIcon />}
            disabled={scenarioLink === undefined}
            onClick={() => void copy(embedCode(scenarioLink ?? '', scenario.name), 'Embed code copied')}
          >
            Copy embed code
          </Button>
          <Button
            variant="primary"
            icon={<CopyIcon />}
            disabled={link === undefined}
            onClick={() => void copy(link ?? '', 'Link copied')}
          >
            Copy link
          </Button>
        </>
      }
    >
      <label className="share">
        <span>Link{link ? ` (${link.length.toLocaleString('en')} characters)` : ''}</span>
        <textarea readOnly rows={4} value={link ?? ''} onFocus={(event) => event.currentTarget.select()} />
      </label>
      {measured?.part !== undefined && (
        <label className="share__measured">
          <input
            type="checkbox"
            checked={withMeasured}
            onChange={(event) => setWithMeasured(event.currentTarget.checked)}
          />
          Frames and histograms of {measured.name} ({measured.characters.toLocaleString('en')} characters)
        </label>
      )}
      {measured && measured.part === undefined && (
        <p className="share__long">
          The frames and histograms of {measured.name} are too large for a link (
          {measured.characters.toLocaleString('en')} characters). Send them as a separate file.{' '}
          <Button size="small" icon={<DownloadIcon />} onClick={() => void saveMeasured()}>
            Save the measurement
          </Button>
        </p>
      )}
      {(refusal ?? fault) !== undefined && (
        <p className="share__long" role="alert">
          {refusal ?? fault}
        </p>
      )}
      {link !== undefined && link.length > LONGEST_LINK && (
        <p className="share__long">This link is long: some programs will cut it. A file is safer.</p>
      )}
    </Dialog>
  );
}

/** The measurement that is looked at, as a part of a link. */

interface Packed {
  readonly of: ReducedMeasurement;
  /** Absent where it cannot be packed. */
  readonly shared?: SharedMeasured;
}

/** 'packing' until it is there; undefined where nothing was measured. */
function useSharedMeasured(): SharedMeasured | 'packing' | undefined {
  const reduced = useMeasured(selectShown);
  const [packed, setPacked] = useState<Packed>();
  useEffect(() => {
    if (!reduced) return;
    let wanted = true;
    sharedMeasured(reduced).then(
      (shared) => wanted && setPacked({ of: reduced, shared }),
      () => wanted && setPacked({ of: reduced }),
    );
    return () => {
      wanted = false;
    };
  }, [reduced]);
  if (!reduced) return undefined;
  return packed?.of === reduced ? packed.shared : 'packing';
}
