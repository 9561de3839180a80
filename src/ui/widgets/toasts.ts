/** Where anything on the page can leave a short message; `Toaster` shows them. */
import { Toast } from '@base-ui/react/toast';

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** bad stays until closed. */
  readonly tone?: 'plain' | 'good' | 'bad';
  /** Until it is closed or its action is pressed. */
  readonly stays?: boolean;
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** A message with the same id takes the place of the earlier one. */
  readonly id?: string;
}

export const toastManager = Toast.createToastManager();

/** Shows a message in the corner; returns its id, with which `closeToast` takes it away. */
export function showToast({ title, description, tone = 'plain', stays, action, id }: ToastMessage): string {
  return toastManager.add({
    title,
    description,
    type: tone,
    timeout: stays || tone === 'bad' ? 0 : 5000,
    // A high one would be hidden from those who read with their ears, buttons and all, behind a copy of its words.
    priority: 'low',
    id,
    actionProps: action && { children: action.label, onClick: action.onPress },
  });
}

export const closeToast = (id: string): void => toastManager.close(id);
