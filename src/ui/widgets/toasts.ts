/** Where anything on the page can leave a short message; `Toaster` shows them, once it is there. */
import type { ToastManager } from '@base-ui/react/toast';

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

let manager: ToastManager | undefined;
let waiting: ((manager: ToastManager) => void)[] = [];
let count = 0;

function toManager(tell: (manager: ToastManager) => void): void {
  if (manager) tell(manager);
  else waiting.push(tell);
}

/** From here on messages are shown by `shown`, those that wait first. */
export function showToastsBy(shown: ToastManager): void {
  manager = shown;
  for (const tell of waiting) tell(shown);
  waiting = [];
}

/** Shows a message in the corner; returns its id, with which `closeToast` takes it away. */
export function showToast({ title, description, tone = 'plain', stays, action, id }: ToastMessage): string {
  const shownId = id ?? `message-${++count}`;
  const options = {
    title,
    description,
    type: tone,
    timeout: stays || tone === 'bad' ? 0 : 5000,
    // A high one would be hidden from those who read with their ears, buttons and all, behind a copy of its words.
    priority: 'low' as const,
    id: shownId,
    actionProps: action && { children: action.label, onClick: action.onPress },
  };
  toManager((manager) => void manager.add(options));
  return shownId;
}

export const closeToast = (id: string): void => toManager((manager) => manager.close(id));
