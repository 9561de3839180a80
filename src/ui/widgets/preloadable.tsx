import { type ComponentType, lazy } from 'react';

type Load = () => Promise<{ readonly default: ComponentType }>;

/**
 * A part of the page that comes when it is first shown, or before when `load` is called. React's own lazy parts would
 * show nothing for a third of a second even when they are there already.
 */
export function preloadable(source: Load): { readonly Part: ComponentType; readonly load: Load } {
  let Loaded: ComponentType | undefined;
  const load: Load = async () => {
    const module = await source();
    Loaded = module.default;
    return module;
  };
  const Lazy = lazy(load);
  return { Part: () => (Loaded ? <Loaded /> : <Lazy />), load };
}
