/** The animator, off the page. */
import { expose } from 'comlink';
import { animatorService } from '../animate/animator-service.ts';

expose(animatorService());
