/** Reading, reducing and comparing measurements, off the page. */
import { expose } from 'comlink';
import { measurementService } from '../measure/measurement-service.ts';

expose(measurementService());
