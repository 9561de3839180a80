/** What was given cannot be used: one line per error, each with the place, what was expected and what stands there. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
