import { Collapsible } from '@base-ui/react/collapsible';
import type { ReactNode } from 'react';
import { ChevronRightIcon } from './icons.tsx';
import { useStored } from './use-stored.ts';

export interface DisclosureProps {
  readonly title: string;
  /** Shown at the right of the title, also while folded. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
  readonly defaultOpen?: boolean;
  /** Given: whether it is open is remembered under this name. */
  readonly remember?: string;
}

/** A heading that folds what is under it. */
export function Disclosure({ title, summary, children, defaultOpen = true, remember }: DisclosureProps) {
  const [open, setOpen] = useStored(remember && `open:${remember}`, defaultOpen, isBoolean);
  return (
    <Collapsible.Root className="w-disclosure" open={open} onOpenChange={setOpen}>
      <Collapsible.Trigger className="w-disclosure__trigger">
        <ChevronRightIcon size={12} className="w-disclosure__chevron" />
        <span className="w-disclosure__title">{title}</span>
        {summary && <span className="w-disclosure__summary">{summary}</span>}
      </Collapsible.Trigger>
      <Collapsible.Panel className="w-disclosure__panel">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
