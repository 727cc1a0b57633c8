import 'reflect-metadata';
import { runProcess } from '../runtime/process/run-process.js';
import { startApiProcess } from './start-api-process.js';

/** HTTP and live updates, as one of any number of processes over the stores of a cluster. */
await runProcess('api', process.env, startApiProcess);
