import { Tooltip } from './Tooltip.tsx';

export interface HelpHintProps {
  readonly help: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The “?” of a field. The pointer opens it; from the keyboard F1 in the field does, so it costs no Tab stop. */
export function HelpHint({ help, open, onOpenChange }: HelpHintProps) {
  return (
    <Tooltip content={help} side="top" open={open}>
      <button
        type="button"
        className="w-help"
        tabIndex={-1}
        aria-hidden="true"
        onPointerEnter={() => onOpenChange(true)}
        onPointerLeave={() => onOpenChange(false)}
        onClick={() => onOpenChange(true)}
      >
        ?
      </button>
    </Tooltip>
  );
}
