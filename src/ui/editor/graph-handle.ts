/** The drawing that is on the page, for commands that act on it. */
import { createRef } from 'react';
import type { GraphEditorHandle } from './GraphEditor.tsx';

export const graphHandle = createRef<GraphEditorHandle>();
