import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '../../core/base/assert.ts';
import { followDocument } from '../features/solve/solving.ts';
import { setReady, setTheme, useSession } from '../state/session-store.ts';
import '../ui/widgets/theme.css';
import '../ui/widgets/widgets.css';
import './app.css';
import { followAddress } from '../features/files/opening.ts';
import { App } from './App.tsx';
import { exposeIdle } from './idle.ts';

setTheme(useSession.getState().theme);
const root = document.getElementById('root');
assert(root, 'index.html has an element with id root');
createRoot(root).render(
  <StrictMode>
    {/* The page's policy allows no style elements; our sheets say what theirs would. */}
    <CSPProvider disableStyleElements>
      <App />
    </CSPProvider>
  </StrictMode>,
);
followDocument();
void followAddress().finally(setReady);
exposeIdle();
