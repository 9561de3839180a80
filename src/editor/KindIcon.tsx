import type { NodeKind } from '../model/scenario.ts';

const STROKES: Readonly<Record<NodeKind, string>> = {
  source: 'M2,5 H9 A5,5 0 0 1 9,15 H2 Z M14,10 H18 M16,8 L18,10 L16,12',
  stage: 'M2,5 H12 M2,15 H12 M12,5 V15 M9,7 V13 M6,7 V13 M20,10 A4,4 0 1 1 12,10 A4,4 0 1 1 20,10',
  router: 'M10,2 L18,10 L10,18 L2,10 Z M6,10 H9 L13,7 M9,10 L13,13',
  sink: 'M2,10 H7 M5,8 L7,10 L5,12 M18,5 H14 A5,5 0 0 0 14,15 H18 Z',
};

/** The outline of a node kind, as on the drawing. */
export function KindIcon({ kind }: { readonly kind: NodeKind }) {
  return (
    <svg className="g-kind-icon" viewBox="0 0 21 20" aria-hidden="true">
      <path d={STROKES[kind]} />
    </svg>
  );
}
