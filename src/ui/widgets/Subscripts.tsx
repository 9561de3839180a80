/** A symbol as it is printed: what stands behind an underscore becomes a subscript, N_Q as N with a small Q. */
export function Subscripts({ text }: { readonly text: string }) {
  const [letter, below, rest] = text.split(/(?<=^[A-Z])_([A-Z]+)/);
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
