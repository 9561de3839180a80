/** Light, dark, or as the system. */
import { setTheme, type Theme, useSession } from '../state/session-store.ts';
import { IconButton } from '../ui/widgets/IconButton.tsx';
import { MoonIcon } from '../ui/widgets/icons.tsx';
import { LazyMenu } from '../ui/widgets/LazyMenu.tsx';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeMenu() {
  const theme = useSession((session) => session.theme);
  return (
    <LazyMenu
      trigger={<IconButton className="top-bar__seldom" label="Theme" icon={<MoonIcon />} />}
      entries={THEMES.map(([name, label]) => ({
        label,
        checked: theme === name,
        onSelect: () => setTheme(name),
      }))}
      align="end"
    />
  );
}
