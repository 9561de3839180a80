/** The whole window takes files: scenarios open, measurements are laid over the open scenario. */
import { type DragEvent, type ReactNode, useState } from 'react';
import { openFiles } from '../features/files/files.ts';
import { droppedFiles } from '../features/measure/dropped-files.ts';
import { refuse } from '../features/measure/reading-words.ts';

function openDropped(transfer: DataTransfer): void {
  const { files, folders } = droppedFiles(transfer.items);
  for (const name of folders) refuse({ name }, ['It is a folder. Drop the files that are in it.']);
  if (files.length > 0) void openFiles(files);
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

export function FileDrop({ children }: { readonly children: ReactNode }) {
  const [over, setOver] = useState(false);
  return (
    <section
      className="file-drop"
      aria-label="Stagegraph"
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target || event.relatedTarget === null) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        openDropped(event.dataTransfer);
      }}
    >
      {children}
      {over && (
        <div className="file-drop__veil">Drop a scenario to open it, or measurements to compare with</div>
      )}
    </section>
  );
}
