/** What few nodes have: shown where it is used, added from one menu elsewhere. */
import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '../../ui/widgets/Button.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { Menu } from '../../ui/widgets/Menu.tsx';

export interface Property {
  /** As the menu calls it. */
  readonly title: string;
  /** The node says something about it. */
  readonly isUsed: boolean;
  readonly fields: ReactNode;
}

export function Properties({ properties }: { readonly properties: readonly Property[] }) {
  // Stays while the node is selected, so that a field can be emptied and filled again.
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ title, isUsed }: Property) => isUsed || added.includes(title);
  const others = properties.filter((property) => !isShown(property));
  return (
    <>
      {properties.filter(isShown).map(({ title, fields }) => (
        <Fragment key={title}>{fields}</Fragment>
      ))}
      {others.length > 0 && (
        <div className="i-row i-row--add">
          <Menu
            trigger={
              <Button size="small" icon={<PlusIcon size={14} />}>
                Add property
              </Button>
            }
            entries={others.map(({ title }) => ({
              label: title,
              onSelect: () => setAdded((before) => [...before, title]),
            }))}
          />
        </div>
      )}
    </>
  );
}
