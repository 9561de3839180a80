/** Scenarios from measurements, off the page. */
import { expose } from 'comlink';
import { drawService } from '../draw/draw-service.ts';

expose(drawService());
