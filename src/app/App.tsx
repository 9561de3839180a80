/** The gallery, or the open scenario; and what lies over both. */
import { lazy, Suspense, useEffect } from 'react';
import { useDocument } from '../state/document-store.ts';
import { useSession } from '../state/session-store.ts';
import { Toaster } from '../ui/widgets/Toaster.tsx';
import { FileDrop } from './FileDrop.tsx';
import { handleKey } from './keys.ts';

const GalleryPage = lazy(() => import('./GalleryPage.tsx'));
/** Milliseconds after the first picture. */
const PREFETCH_AFTER = 1500;

const loadWorkbench = () => import('./Workbench.tsx');
const Workbench = lazy(loadWorkbench);
const CommandPalette = lazy(() => import('./CommandPalette.tsx'));
const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx'));
const ShareDialog = lazy(() => import('../features/share/ShareDialog.tsx'));
const ReportDialog = lazy(() => import('../features/report/ReportDialog.tsx'));
const VariantsDialog = lazy(() => import('../features/variants/VariantsDialog.tsx'));

export function App() {
  const isOpen = useDocument((state) => state.id !== undefined);
  const dialog = useSession((session) => session.dialog);
  const ready = useSession((session) => session.ready);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => void handleKey(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // The gallery comes up first; the workbench is fetched when it rests, before a card is pressed.
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void loadWorkbench(), PREFETCH_AFTER);
    return () => clearTimeout(timer);
  }, [ready]);
  return (
    <FileDrop>
      <Suspense>{isOpen ? <Workbench /> : ready && <GalleryPage />}</Suspense>
      <Suspense>
        {dialog === 'commands' && <CommandPalette />}
        {dialog === 'shortcuts' && <ShortcutSheet />}
        {dialog === 'share' && isOpen && <ShareDialog />}
        {dialog === 'report' && isOpen && <ReportDialog />}
        {(dialog === 'variants' || dialog === 'nameVariant') && isOpen && <VariantsDialog />}
      </Suspense>
      <Toaster />
    </FileDrop>
  );
}
