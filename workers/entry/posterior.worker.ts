/** The sampler of posteriors, off the page. */
import { expose } from 'comlink';
import { posteriorService } from '../posterior/posterior-service.ts';

expose(posteriorService());
