/** Spans of a service, off the page. */
import { expose } from 'comlink';
import { traceService } from '../traces/trace-service.ts';

expose(traceService());
