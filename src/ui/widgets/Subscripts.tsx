/** Symbols as they are printed: what stands behind an underscore becomes a subscript, N_Q as N with a small Q. */
import { Fragment } from 'react';

export const Subscripts = ({ text }: { readonly text: string }) =>
  symbolParts(text).map(({ above, below }) => (
    <Fragment key={above}>
      {above}
      {below && <sub>{below}</sub>}
    </Fragment>
  ));

/** The text in pieces, each with what is lowered behind it. */
export function symbolParts(text: string): readonly { readonly above: string; readonly below?: string }[] {
  const pieces = text.split(/(?<=(?<!\w)[A-Z])_([A-Z]{1,2})(?!\w)/);
  return pieces.flatMap((above, i) => {
    if (i % 2 === 1 || (above === '' && i > 0)) return [];
    const below = pieces[i + 1];
    return [below === undefined ? { above } : { above, below }];
  });
}
