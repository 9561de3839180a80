import { Toast } from '@base-ui/react/toast';
import { expect, it, vi } from 'vitest';

it('keeps messages until somebody shows them, and takes away what was closed before', async () => {
  // As at the start of the page: nobody shows them yet.
  vi.resetModules();
  const { closeToast, showToast, showToastsBy } = await import('./toasts.ts');
  const first = showToast({ title: 'A link was refused' });
  const second = showToast({ title: 'Waiting', id: 'waiting' });
  closeToast(second);
  const manager = Toast.createToastManager();
  const add = vi.spyOn(manager, 'add');
  const close = vi.spyOn(manager, 'close');
  showToastsBy(manager);
  expect(add.mock.calls.map(([{ id, title }]) => [id, title])).toEqual([
    [first, 'A link was refused'],
    ['waiting', 'Waiting'],
  ]);
  expect(close.mock.calls).toEqual([['waiting']]);
  showToast({ title: 'Later' });
  expect(add).toHaveBeenCalledTimes(3);
});
