/** The simulator, off the page. */
import { expose } from 'comlink';
import { runReplication, runReplicationNow } from '../fast/run-replication.ts';
import { simulatorService } from '../simulate/simulator-service.ts';

expose(simulatorService(runReplication, runReplicationNow));
