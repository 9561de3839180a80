/** What a person can ask the page to do, from a menu, by a key or by name. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Draw' | 'Edit' | 'View' | 'Run' | 'File' | 'Help';
  /** Other words by which people look for it. */
  readonly words?: string;
  /** As in `Mod+Shift+Z`; Mod is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Also while a text field has the focus. */
  readonly always?: boolean;
  /** Shown and called only while a scenario is open. */
  readonly needsScenario?: boolean;
  /** And only while an animation is. */
  readonly needsAnimation?: boolean;
  run(): unknown;
}
