/** Rates from measurements, off the page. */
import { expose } from 'comlink';
import { estimatorService } from '../estimate/estimator-service.ts';

expose(estimatorService());
