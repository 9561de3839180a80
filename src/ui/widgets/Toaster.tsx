import { Toast } from '@base-ui/react/toast';
import { CloseIcon } from './icons.tsx';
import { toastManager } from './toasts.ts';

/** The corner in which messages appear. Once on the page, near the root. */
export function Toaster() {
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
