import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { ButtonProps } from './Button.tsx';
import type { MenuProps } from './Menu.tsx';

const load = () => import('./Menu.tsx');
const Loaded = lazy(() => load().then(({ Menu }) => ({ default: Menu })));

interface LazyMenuProps extends Omit<MenuProps, 'trigger' | 'opensAtOnce'> {
  readonly trigger: ReactElement<ButtonProps>;
}

/** A menu that is fetched when its button is pointed at, so that the first picture of the page does not wait for it. */
export function LazyMenu({ trigger, ...menu }: LazyMenuProps) {
  const [asked, setAsked] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onPointerEnter: () => void load(),
    onClick: () => setAsked(true),
  });
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <Loaded {...menu} trigger={trigger} opensAtOnce />
    </Suspense>
  );
}
