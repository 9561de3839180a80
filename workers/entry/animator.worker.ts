/** The animator, off the page. */
import { expose } from 'comlink';
import { animatorService } from '../simulate/animator-service.ts';

expose(animatorService());
