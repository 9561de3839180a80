/** Says over the drawing what it shows beside the open scenario, or in its place. */
import { useDifferences } from '../features/explore/difference-store.ts';
import { usePreview } from '../features/explore/preview-store.ts';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../ui/widgets/icons.tsx';

export function DrawingNote() {
  const preview = usePreview((state) => state.shown);
  const { against, stale, fault } = useDifferences();
  if (preview)
    return (
      <div className="drawing__note" data-preview>
        Preview of {preview.title}: not in the editor.
        {preview.refusal !== undefined && ` ✕ ${preview.refusal}`}
      </div>
    );
  if (against === undefined) return null;
  return (
    <div className="drawing__note">
      Δ: now − {against}
      {stale && ' …'}
      {fault !== undefined && `: ✕ ${fault}`}
      <IconButton
        label="Draw no differences"
        size="small"
        icon={<CloseIcon size={12} />}
        onClick={() =>
          void import('../features/explore/differencing.ts').then(({ drawDifferences }) =>
            drawDifferences(undefined),
          )
        }
      />
    </div>
  );
}
