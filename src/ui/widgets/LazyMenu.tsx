import { cloneElement, lazy, Suspense } from 'react';
import type { MenuProps } from './Menu.tsx';

const Loaded = lazy(() => import('./Menu.tsx').then(({ Menu }) => ({ default: Menu })));

/** A menu that comes after the first picture of the page: until then its button stands there and cannot be pressed. */
export function LazyMenu(props: MenuProps) {
  return (
    <Suspense fallback={cloneElement(props.trigger, { disabled: true })}>
      <Loaded {...props} />
    </Suspense>
  );
}
