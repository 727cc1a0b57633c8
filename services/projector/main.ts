import { announceHealth } from '../runtime/health/health-server.js';
import { runProcess } from '../runtime/process/run-process.js';
import { startProjectorProcess } from './start-projector-process.js';

/** The read models of a cluster. Of several processes one projects, the others wait to take over. */
await runProcess('projector', process.env, startProjectorProcess, announceHealth);
