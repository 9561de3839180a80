/** Reading, reducing and comparing measurements, off the page. */
import { expose } from 'comlink';
import { measurementService } from '../compare/measurement-service.ts';

expose(measurementService());
