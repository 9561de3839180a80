/** The explorer of design spaces, off the page. */
import { expose } from 'comlink';
import { explorerService } from '../explore/explorer-service.ts';

expose(explorerService());
