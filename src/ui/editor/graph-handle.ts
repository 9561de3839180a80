/** The drawing that is on the page, for commands that act on it. */

import { createRef } from 'react';
import type { GraphEditorHandle } from './graph-editor-props.ts';

export const graphHandle = createRef<GraphEditorHandle>();
