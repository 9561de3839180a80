/** How the numbers of what is shown were typed, read from the scenario and kept there. */
import { LIMITS } from '../../../core/base/limits.ts';
import { own } from '../../../core/base/own.ts';
import { updateLink } from '../../../core/scenario/edit-links.ts';
import type { Link, Typed } from '../../../core/scenario/scenario.ts';
import type { TypedTexts } from '../../ui/widgets/typed-forms.tsx';
import type { EditScenario } from './inspector-types.ts';

/** In the list of undo steps, where a number is only written another way. */
export const TYPED_LABEL = 'Write a number another way';

export const typedTexts = (
  typed: Typed = {},
  change: (typed: Typed | undefined, gesture: string) => void,
): TypedTexts => ({
  of: (field) => own(typed, field),
  keep: (field, text, gesture) => {
    const others = Object.entries(typed).filter(([other]) => other !== field);
    const isKept = text !== undefined && text.length <= LIMITS.name && field.length <= LIMITS.name;
    if (!isKept && others.length === Object.keys(typed).length) return;
    const entries = isKept ? [...others, [field, text] as const] : others;
    change(entries.length > 0 ? Object.fromEntries(entries) : undefined, gesture);
  },
});

export const typedOfLink = (link: Link, onEdit: EditScenario): TypedTexts =>
  typedTexts(link.typed, (typed, gesture) =>
    onEdit(TYPED_LABEL, (scenario) => updateLink(scenario, link, { typed }), gesture),
  );
