/** Changes fields of a record: `undefined` deletes one. A patch that changes nothing gives the record itself. */
export function patched<Entry extends object>(
  entry: Entry,
  patch: object,
  required: ReadonlySet<string> = new Set(),
): Entry {
  const fields = new Map<string, unknown>(Object.entries(entry));
  let isChanged = false;
  for (const [key, value] of Object.entries(patch)) {
    if (fields.get(key) === value || (value === undefined && required.has(key))) continue;
    if (value === undefined) fields.delete(key);
    else fields.set(key, value);
    isChanged = true;
  }
  // The patch holds fields of the same kind of record only.
  return isChanged ? (Object.fromEntries(fields) as unknown as Entry) : entry;
}
