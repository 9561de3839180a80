/** Places of values that stood in the list before, and where first. */
export function repeats(
  values: readonly string[],
): readonly { readonly at: number; readonly before: number }[] {
  const first = new Map<string, number>();
  return values.flatMap((value, at) => {
    const before = first.get(value);
    if (before === undefined) first.set(value, at);
    return before === undefined ? [] : [{ at, before }];
  });
}
