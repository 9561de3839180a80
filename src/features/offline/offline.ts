/** The page without a network, and as an installed program: keeps its files, offers new versions, opens files that it is started with. */
import { tellRefusal } from '../../state/session-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { openChosen } from '../files/choose-files.ts';
import { autosave } from '../files/opening.ts';
import { takeShared } from './shared-files.ts';
import { TAKE_OVER } from './take-over.ts';

interface LaunchQueue {
  setConsumer(open: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

declare global {
  interface Window {
    /** Where a browser starts installed pages with files. */
    readonly launchQueue?: LaunchQueue;
  }
}

/** On a machine's own address other pages come and go, which would be taken for an old version of this one. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;
/** Stored by who wants it there all the same. */
const EVEN_ON_LOOPBACK = 'stagegraph:offline';

/** Once the page has loaded: nothing that is shown first waits for it. */
export async function goOffline(): Promise<void> {
  window.launchQueue?.setConsumer(({ files = [] }) => void openHandles(files));
  if (!('serviceWorker' in navigator)) return;
  void openShared();
  if (import.meta.env.DEV || (LOOPBACK.test(location.hostname) && localStorage[EVEN_ON_LOOPBACK] !== 'on'))
    return forgetVersions();
  const isUpdate = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdate) void reloadSaved();
  });
  try {
    followVersions(await navigator.serviceWorker.register('./sw.js'));
  } catch {
    // A browser that keeps nothing shows the page from the network, as before.
  }
}

async function openHandles(handles: readonly FileSystemFileHandle[]): Promise<void> {
  if (handles.length > 0) await openChosen(await Promise.all(handles.map((handle) => handle.getFile())));
}

async function openShared(): Promise<void> {
  const files = await takeShared();
  if (files === 'lost')
    tellRefusal({
      title: 'The shared files were not opened',
      description:
        'This browser had no room to keep them. Open them from the file manager, or drop them here.',
    });
  else if (files.length > 0) await openChosen(files);
}

async function forgetVersions(): Promise<void> {
  const known = await navigator.serviceWorker.getRegistrations();
  await Promise.all(known.map((registration) => registration.unregister()));
}

function followVersions(registration: ServiceWorkerRegistration): void {
  const offerLater = (next: ServiceWorker | null): void =>
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed') offer(next);
    });
  if (registration.waiting) offer(registration.waiting);
  offerLater(registration.installing);
  registration.addEventListener('updatefound', () => offerLater(registration.installing));
}

function offer(next: ServiceWorker): void {
  // The first version has nothing to take over from.
  if (!navigator.serviceWorker.controller) return;
  showToast({
    id: 'new version',
    title: 'A new version is here',
    description: 'Edits are saved before it is loaded; runs under way end.',
    stays: true,
    action: { label: 'Reload', onPress: () => void takeOver(next) },
  });
}

async function takeOver(next: ServiceWorker): Promise<void> {
  if (await isSaved()) next.postMessage(TAKE_OVER);
}

async function reloadSaved(): Promise<void> {
  if (await isSaved()) location.reload();
}

/** Whether nothing is lost when the page is left now; else the user is told. */
async function isSaved(): Promise<boolean> {
  await autosave.flush();
  if (autosave.isIdle()) return true;
  showToast({
    id: 'new version',
    title: 'The new version waits',
    description: 'This browser could not save the open scenario. Save it as a file, then reload.',
    tone: 'bad',
  });
  return false;
}
