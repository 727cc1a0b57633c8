import { announceHealth } from '../runtime/health/health-server.js';
import { runProcess } from '../runtime/process/run-process.js';
import { startProjectorProcess } from './start-projector-process.js';

await runProcess('projector', process.env, startProjectorProcess, announceHealth);
