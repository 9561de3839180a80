let count = 0;

/** A name that no earlier gesture had. All changes of one focus, drag or scrub carry the same name and undo together. */
export function newGesture(): string {
  count += 1;
  return `gesture ${count}`;
}
