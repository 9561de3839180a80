/** The kinds of a closed union, in the order of the table that holds what is known of each. */
export function kindsOf<Kind extends string>(table: Readonly<Record<Kind, unknown>>): readonly Kind[] {
  // Tables of kinds are literals checked with `satisfies Record<Kind, …>`: they have these keys and no others.
  return Object.keys(table) as Kind[];
}

/** A value of a choice, as people read it. */
export interface ChoiceWords {
  readonly label: string;
  readonly hint?: string;
}

/** A kind as a person chooses it. */
export interface KindWords extends ChoiceWords {
  /** What it does, as half a sentence. */
  readonly hint: string;
}

/** All kinds of a table as choices of a field; what else the table knows of them stays there. */
export function choicesOf<Kind extends string>(
  table: Readonly<Record<Kind, ChoiceWords>>,
): readonly (ChoiceWords & { readonly value: Kind })[] {
  return kindsOf(table).map((value) => {
    const { label, hint } = table[value];
    return { value, label, ...(hint !== undefined && { hint }) };
  });
}
