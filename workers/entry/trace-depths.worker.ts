/** A traced run of FIFOs under other depths, off the page. */
import { expose } from 'comlink';
import { traceDepthsService } from '../trace-depths/trace-depths-session.ts';

expose(traceDepthsService());
