/** What a person can ask the page to do, from a menu, by a key or by name. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Draw' | 'Edit' | 'View' | 'Run' | 'File' | 'Help';
  /** As in `Mod+Shift+Z`; Mod is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Its keys act while a text field has the focus, too. */
  readonly always?: boolean;
  /** Shown and called only while a scenario is open. */
  readonly needsScenario?: boolean;
  /** Shown and called only while an animation is open. */
  readonly needsAnimation?: boolean;
  run(): unknown;
}

/** How well a command meets what was typed: 0 unless each word begins a word of it; its own title before other words. */
export function commandMatch(title: string, typed: string, others: readonly string[] = []): number {
  const words = (text: string) => text.toLowerCase().split(/[\s\-/,:()]+/);
  const wanted = words(typed).filter((word) => word !== '');
  const meets = (text: string) => wanted.every((word) => words(text).some((one) => one.startsWith(word)));
  if (title.toLowerCase().startsWith(typed.trim().toLowerCase())) return 1;
  if (meets(title)) return 0.75;
  return meets([title, ...others].join(' ')) ? 0.5 : 0;
}
