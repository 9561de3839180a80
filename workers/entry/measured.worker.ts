/** Looking at reduced measurements, off the page. */
import { expose } from 'comlink';
import { measuredService } from '../measure/queries/measured-service.ts';

expose(measuredService());
