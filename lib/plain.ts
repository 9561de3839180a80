/** Answers as JSON has them: lists in place of typed arrays. */

export type Plain<T> = T extends ArrayBufferView
  ? readonly number[]
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

export const plain = <T>(document: T): Plain<T> =>
  JSON.parse(
    JSON.stringify(document, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value,
    ),
  );
