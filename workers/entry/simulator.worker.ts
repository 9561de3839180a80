/** The simulator, off the page. */
import { expose } from 'comlink';
import { simulatorService } from '../simulate/simulator-service.ts';

expose(simulatorService());
