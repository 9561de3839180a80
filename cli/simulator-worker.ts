/** The simulator in a thread of Node. */
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import { runReplication, runReplicationNow } from '../workers/fast/run-replication.ts';
import { simulatorService } from '../workers/simulate/simulator-service.ts';

expose(simulatorService(runReplication, runReplicationNow), nodeEndpoint(parentPort!));
