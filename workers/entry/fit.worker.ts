/** Fits of distributions and calibrations, off the page. */
import { expose } from 'comlink';
import { fitService } from '../fit/fit-service.ts';

expose(fitService());
