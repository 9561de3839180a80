/** A view that takes a file which is dropped on it. */
import { type DragEvent, type ReactNode, useState } from 'react';

export interface FileSectionProps {
  readonly label: string;
  /** Beside those of a panel. */
  readonly className: string;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

export function FileSection({ label, className, onFile, children }: FileSectionProps) {
  const [over, setOver] = useState(false);
  return (
    <section
      className={`panel panel--stack ${className}`}
      aria-label={label}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        hold(event);
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        hold(event);
        onFile(file);
      }}
    >
      {children}
    </section>
  );
}

/** The view takes the file, and not the page behind it. */
function hold(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
