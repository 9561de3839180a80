/** Paper is white: the whole page is light while a report is open, so that it is printed and copied as it is seen. */
import { useLayoutEffect } from 'react';

export function usePaper(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    dataset.theme = 'light';
    return () => {
      if (theme === undefined) delete dataset.theme;
      else dataset.theme = theme;
    };
  }, []);
}
