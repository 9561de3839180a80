import type { Chip } from './stage-chips.ts';

/** The small words of a node, each explained where the pointer rests. */
export function NodeChips({ chips }: { readonly chips: readonly Chip[] }) {
  return (
    <span className="g-chips">
      {chips.map((chip) => (
        <span key={chip.text} className="g-chip" data-tone={chip.tone} title={chip.meaning}>
          {chip.text}
        </span>
      ))}
    </span>
  );
}
