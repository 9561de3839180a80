/** A symbol as it is printed: what stands behind an underscore becomes a subscript, N_Q as N with a small Q. */
export function Subscripts({ text }: { readonly text: string }) {
  const [letter, below, rest] = symbolParts(text);
  return below === undefined ? (
    text
  ) : (
    <>
      {letter}
      <sub>{below}</sub>
      {rest}
    </>
  );
}

/** The letter, what is lowered, and what follows; the text alone where nothing is lowered. */
export const symbolParts = (text: string): readonly (string | undefined)[] =>
  text.split(/(?<=^[A-Z])_([A-Z]+)/);
