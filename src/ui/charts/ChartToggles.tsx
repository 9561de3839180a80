interface ChartTogglesProps<T extends string> {
  readonly legend: string;
  /** Exactly one of them is on. */
  readonly options: readonly { readonly value: T; readonly text: string; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Each on or off by itself. */
  readonly toggles?: readonly {
    readonly text: string;
    readonly label: string;
    readonly pressed: boolean;
    readonly onToggle: () => void;
  }[];
}

/** The view buttons of a chart: one choice, then switches. */
export function ChartToggles<T extends string>(props: ChartTogglesProps<T>) {
  const choices = props.options.map(({ value, text, label }) => ({
    text,
    label,
    pressed: value === props.value,
    onToggle: () => props.onChange(value),
  }));
  return (
    <fieldset className="chart-group">
      <legend className="chart-hidden">{props.legend}</legend>
      {[...choices, ...(props.toggles ?? [])].map(({ text, label, pressed, onToggle }) => (
        <button
          key={text}
          type="button"
          className="chart-button"
          aria-pressed={pressed}
          title={label}
          onClick={onToggle}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
