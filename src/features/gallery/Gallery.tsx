import { Button } from '../../ui/widgets/Button.tsx';
import { PlusIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { CardGrid } from './CardGrid.tsx';
import { ExampleCard } from './ExampleCard.tsx';
import { EXAMPLES } from './examples.ts';
import { OwnCard, type OwnCardActions, type OwnScenario } from './OwnCard.tsx';
import type { SolvePicture } from './use-picture-answer.ts';
import './gallery.css';

export interface GalleryProps extends OwnCardActions {
  /** The user's scenarios, in the order shown. */
  readonly own: readonly OwnScenario[];
  /** Given: the pictures show the loads of the stages. */
  readonly solve?: SolvePicture | undefined;
  readonly onOpenExample: (slug: string) => void;
  readonly onBlank: () => void;
  readonly onOpenFile: () => void;
}

/** Where work begins: a blank scenario, a file, one's own scenarios, or an example. */
export function Gallery({ own, solve, onOpenExample, onBlank, onOpenFile, ...actions }: GalleryProps) {
  return (
    <div className="gallery">
      <header className="gallery__head">
        <div>
          <h1 className="gallery__title">Scenarios</h1>
          <p className="gallery__hint">
            Open an example, start with a blank drawing, or drop a file anywhere on this page. What you change
            is kept in this browser.
          </p>
        </div>
        <div className="gallery__buttons">
          <Button icon={<UploadIcon />} onClick={onOpenFile}>
            Open file…
          </Button>
          <Button variant="primary" icon={<PlusIcon />} onClick={onBlank}>
            Blank
          </Button>
        </div>
      </header>

      {own.length > 0 && (
        <section aria-labelledby="gallery-own">
          <h2 id="gallery-own" className="gallery__section">
            Your scenarios
          </h2>
          <CardGrid label="Your scenarios">
            {own.map((each) => (
              <OwnCard key={each.id} own={each} solve={solve} {...actions} />
            ))}
          </CardGrid>
        </section>
      )}

      <section aria-labelledby="gallery-examples">
        <h2 id="gallery-examples" className="gallery__section">
          Examples
        </h2>
        <CardGrid label="Examples">
          {EXAMPLES.map((example) => (
            <ExampleCard key={example.slug} example={example} solve={solve} onOpen={onOpenExample} />
          ))}
        </CardGrid>
      </section>
    </div>
  );
}
