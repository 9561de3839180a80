/** Points of studies in a worker of a page. */
import { expose } from 'comlink';
import answerPoints from '../point-worker.ts';

export interface PointService {
  answer: typeof answerPoints;
}

expose({ answer: answerPoints } satisfies PointService);
