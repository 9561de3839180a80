/** What could not be opened and why, under the header: where the address, the file or the card was that asked for it. */
import { clearRefusals, useSession } from '../state/session-store.ts';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { CloseIcon } from '../ui/widgets/icons.tsx';

export function Refusals() {
  const refusals = useSession((session) => session.refusals);
  if (refusals.length === 0) return null;
  return (
    <div className="refusals" role="alert">
      <div>
        {refusals.map(({ title, description }) => (
          <p key={`${title} ${description}`}>
            <strong>{title}.</strong> {description}
          </p>
        ))}
      </div>
      <IconButton
        label="Close the message"
        size="small"
        icon={<CloseIcon size={14} />}
        onClick={clearRefusals}
      />
    </div>
  );
}
