/** Changes fields of a record: `undefined` deletes one. A patch that changes nothing gives the record itself. */
export function patched<Entry extends object>(
  entry: Entry,
  patch: object,
  required?: ReadonlySet<string>,
): Entry {
  const before = entry as Readonly<Record<string, unknown>>;
  const after = { ...entry } as Record<string, unknown>;
  let [isChanged, isShorter] = [false, false];
  for (const [key, value] of Object.entries(patch)) {
    if (before[key] === value || (value === undefined && required?.has(key))) continue;
    after[key] = value;
    isChanged = true;
    isShorter ||= value === undefined;
  }
  if (!isChanged) return entry;
  // The patch holds fields of the same kind of record only.
  return (isShorter ? withoutAbsent(after) : after) as Entry;
}

const withoutAbsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
