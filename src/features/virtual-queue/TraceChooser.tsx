/** Asks for the file of a trace again: after the page was loaded anew its rows are gone. */
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/widgets/Button.tsx';
import { UploadIcon } from '../../ui/widgets/icons.tsx';

interface TraceChooserProps {
  readonly children: ReactNode;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
}

export function TraceChooser({ children, disabled = false, onFile }: TraceChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<UploadIcon />} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Trace to replay"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </>
  );
}
