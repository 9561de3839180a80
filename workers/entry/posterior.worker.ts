/** The sampler of posteriors, off the page. */
import { expose } from 'comlink';
import { posteriorService } from '../infer/posterior-service.ts';

expose(posteriorService());
