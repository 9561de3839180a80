import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { CloseIcon } from './icons.tsx';
import { showToastsBy } from './toasts.ts';

const toastManager = Toast.createToastManager();

/** The corner in which messages appear. Once on the page, near the root. */
export default function Toaster() {
  // After the provider listens: effects of what is inside come first.
  useEffect(() => showToastsBy(toastManager), []);
  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="w-toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="w-toast"
      data-tone={toast.type}
      swipeDirection={['right', 'down']}
    >
      <Toast.Content className="w-toast__content">
        <div className="w-toast__words">
          <Toast.Title className="w-toast__title" />
          <Toast.Description className="w-toast__description" />
        </div>
        <Toast.Action className="w-button w-button--plain w-button--small" />
        <Toast.Close className="w-button w-button--quiet w-button--small w-button--icon" aria-label="Dismiss">
          <CloseIcon size={14} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
