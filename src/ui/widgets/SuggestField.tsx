import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ReactNode, type Ref, useRef } from 'react';

interface SuggestFieldProps<Item> {
  readonly label: string;
  readonly value: string;
  /** `caret`: where the next letter goes. */
  readonly onChange: (text: string, caret: number) => void;
  /** What may be taken, best first; whoever uses the field finds it. */
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly itemOf: (item: Item) => ReactNode;
  readonly onPick: (item: Item) => void;
  /** Enter while no suggestion is highlighted. */
  readonly onEnter?: () => void;
  /** Where Enter takes the best one without a walk to it. */
  readonly takesFirst?: boolean;
  /** The suggestions stand below the field at all times, not over what is there; said where there are none. */
  readonly inline?: { readonly label: string; readonly empty: string };
  /** Controlled from outside, else by focus and keys. */
  readonly open?: boolean;
  readonly onClose?: () => void;
  readonly placeholder?: string;
  readonly className?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly error?: { readonly id: string } | undefined;
}

/** Text with suggestions: type, walk with the arrows, Enter or a click takes one, Escape closes the list. */
export function SuggestField<Item>(props: SuggestFieldProps<Item>) {
  const { label, value, items, keyOf, itemOf, onPick, onEnter, inline, open, onClose, error } = props;
  const isHighlighted = useRef(false);
  const list = (
    <Autocomplete.List className="w-suggest" aria-label={inline?.label ?? label}>
      {(item: Item) => (
        <Autocomplete.Item
          key={keyOf(item)}
          value={item}
          className="w-suggest__item"
          onClick={() => onPick(item)}
        >
          {itemOf(item)}
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  );
  return (
    <Autocomplete.Root<Item>
      items={items}
      filter={null}
      itemToStringValue={keyOf}
      value={value}
      onValueChange={(text, { reason, event }) => {
        // A suggestion that is taken means what its owner makes of it.
        if (reason === 'item-press') return;
        const field = event.target;
        props.onChange(text, (field instanceof HTMLInputElement && field.selectionStart) || text.length);
      }}
      onItemHighlighted={(item) => {
        isHighlighted.current = item !== undefined;
      }}
      autoHighlight={props.takesFirst ? 'always' : false}
      openOnInputClick
      {...(inline ? { inline: true, open: true } : open !== undefined && { open })}
      onOpenChange={(opens, { reason }) => {
        if (!opens && reason !== 'item-press') onClose?.();
      }}
    >
      <Autocomplete.Input
        ref={props.inputRef}
        className={props.className ?? 'w-input'}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error?.id}
        placeholder={props.placeholder}
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (!isHighlighted.current) onEnter?.();
        }}
      />
      {inline ? (
        <>
          {list}
          <Autocomplete.Empty>{inline.empty}</Autocomplete.Empty>
        </>
      ) : (
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="w-floating" sideOffset={2} align="start">
            <Autocomplete.Popup className="w-suggest-popup" hidden={items.length === 0}>
              {list}
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  );
}
