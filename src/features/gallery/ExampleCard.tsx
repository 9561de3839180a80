import { CardFace } from './CardFace.tsx';
import { CARD_BUTTON } from './CardGrid.tsx';
import type { Example } from './examples.ts';
import { useExample } from './use-example.ts';
import type { SolvePicture } from './use-picture-answer.ts';

export interface ExampleCardProps {
  readonly example: Example;
  readonly solve?: SolvePicture | undefined;
  readonly onOpen: (slug: string) => void;
}

/** One example: press to open it; after a failed load, press to try again. */
export function ExampleCard({ example, solve, onOpen }: ExampleCardProps) {
  const { state, retry } = useExample(example.slug);
  const failed = state.kind === 'failed';
  const placeholder = failed ? (
    <LoadFailure message={state.message} />
  ) : (
    <span className="gallery-card__skeleton" />
  );
  return (
    <li>
      <button
        type="button"
        className="gallery-card"
        aria-busy={state.kind === 'loading'}
        onClick={() => (failed ? retry() : onOpen(example.slug))}
        {...CARD_BUTTON}
      >
        <CardFace
          scenario={state.kind === 'ready' ? state.scenario : undefined}
          placeholder={placeholder}
          solve={solve}
          title={example.title}
        >
          <span className="gallery-card__line">{example.teaches}</span>
          <span className="gallery-card__source">{example.source}</span>
        </CardFace>
      </button>
    </li>
  );
}

function LoadFailure({ message }: { readonly message: string }) {
  return (
    <span className="gallery-card__failure" role="alert">
      <strong>This example could not be loaded.</strong>
      <span>{message}</span>
      <span className="gallery-card__retry">Press to try again.</span>
    </span>
  );
}
