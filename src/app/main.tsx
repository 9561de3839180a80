import { CSPProvider } from '@base-ui/react/csp-provider';
import { type DragEvent, lazy, type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../../core/base/assert.ts';
import { loadReader, openChosen } from '../features/files/choose-files.ts';
import { autosave, followAddress, isOpeningIdle } from '../features/files/opening.ts';
import { droppedFiles } from '../features/measure/dropped-files.ts';
import { isMeasuredIdle } from '../features/measure/measured-keeping.ts';
import { followDocument } from '../features/solve/solving.ts';
import { knownRuns } from '../run/create-run.ts';
import { useDocument } from '../state/document-store.ts';
import { closeDialog, setReady, setTheme, useSession } from '../state/session-store.ts';
import { Waiting } from '../ui/widgets/Waiting.tsx';
import { handleKey } from './keys.ts';
import '../ui/widgets/colours.css';
import '../ui/widgets/theme.css';
import '../ui/widgets/widgets.css';
import './app.css';

/** The gallery, or the open scenario; and what lies over both. */

/** The whole window takes files: scenarios open, measurements are laid over the open scenario. */

function openDropped(transfer: DataTransfer): void {
  const { files, folders } = droppedFiles(transfer.items);
  void openChosen(files, folders);
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

function FileDrop({ children }: { readonly children: ReactNode }) {
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
        // What is dropped on a dialog comes here twice, by each of the places that hold it.
        if (!carriesFiles(event) || event.isDefaultPrevented()) return;
        event.preventDefault();
        closeDialog();
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

const GalleryPage = lazy(() => import('./GalleryPage.tsx'));
/** Milliseconds after the first picture. */
const PREFETCH_AFTER = 1500;

const loadWorkbench = () => import('./Workbench.tsx');
const Workbench = lazy(loadWorkbench);
const CommandPalette = lazy(() => import('./CommandPalette.tsx'));
const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx'));
const ShareDialog = lazy(() => import('../features/share/ShareDialog.tsx'));
const ReportDialog = lazy(() => import('../features/report/ReportDialog.tsx'));
const Toaster = lazy(() => import('../ui/widgets/Toaster.tsx'));
const TraceDialog = lazy(() => import('../features/traces/TraceDialog.tsx'));
const DrawDialog = lazy(() => import('../features/draw/DrawDialog.tsx'));
const DiffDialog = lazy(() => import('../features/diff/DiffDialog.tsx'));
const VariantsDialog = lazy(() => import('../features/variants/VariantsDialog.tsx'));

/** The gallery comes up first; messages, the workbench, and what reads files, are fetched when it stands and rests, before a card is pressed. */
function FetchedAhead({ onFetch }: { onFetch: (isAtRest: true) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadWorkbench();
      void loadReader();
      onFetch(true);
    }, PREFETCH_AFTER);
    return () => clearTimeout(timer);
  }, [onFetch]);
  return null;
}

function App() {
  const isOpen = useDocument((state) => state.id !== undefined);
  const dialog = useSession((session) => session.dialog);
  const ready = useSession((session) => session.ready);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => void handleKey(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const [isAtRest, setAtRest] = useState(false);
  return (
    <FileDrop>
      <Suspense fallback={<Waiting />}>
        {isOpen ? <Workbench /> : ready && <GalleryPage />}
        {ready && <FetchedAhead onFetch={setAtRest} />}
      </Suspense>
      <Suspense>
        {dialog === 'commands' && <CommandPalette />}
        {dialog === 'shortcuts' && <ShortcutSheet />}
        {dialog === 'share' && isOpen && <ShareDialog />}
        {dialog === 'traces' && <TraceDialog />}
        {dialog === 'draw' && <DrawDialog />}
        {dialog === 'report' && isOpen && <ReportDialog />}
        {dialog === 'diff' && isOpen && <DiffDialog />}
        {(dialog === 'variants' || dialog === 'nameVariant') && isOpen && <VariantsDialog />}
      </Suspense>
      <Suspense>{(isOpen || isAtRest) && <Toaster />}</Suspense>
    </FileDrop>
  );
}

/** `window.waitForIdle()`: resolves when nothing is being fetched, computed, drawn or saved. For tests and for scripts. */

declare global {
  interface Window {
    waitForIdle(): Promise<void>;
  }
}

const isFetched = (): boolean => document.querySelector('.w-waiting') === null;

/** Runs that the page waits for. */
const AWAITED: readonly string[] = ['solve', 'chain later', 'simulate'];

const isComputing = (): boolean => knownRuns().some((run) => AWAITED.includes(run.name) && run.isBusy());

/** Something is open, or the page knows that nothing will be. */
const isOpened = (): boolean => useSession.getState().ready || useDocument.getState().id !== undefined;

const isIdle = (): boolean =>
  isFetched() && isOpened() && isOpeningIdle() && isMeasuredIdle() && !isComputing() && autosave.isIdle();

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

function exposeIdle(): void {
  window.waitForIdle = async () => {
    for (let quietFrames = 0; quietFrames < 3; ) {
      await nextFrame();
      quietFrames = isIdle() ? quietFrames + 1 : 0;
    }
  };
}

setTheme(useSession.getState().theme);
const root = document.getElementById('root');
assert(root, 'index.html has an element with id root');
createRoot(root).render(
  <StrictMode>
    {/* The page's policy allows no style elements; our sheets say what theirs would. */}
    <CSPProvider disableStyleElements>
      <App />
    </CSPProvider>
  </StrictMode>,
);
followDocument();
void followAddress().finally(setReady);
exposeIdle();
addEventListener(
  'load',
  () => void import('../features/offline/offline.ts').then(({ goOffline }) => goOffline()),
);
