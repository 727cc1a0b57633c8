import 'reflect-metadata';
import { announceHealth } from '../runtime/health/health-server.js';
import { runProcess } from '../runtime/process/run-process.js';
import { startWorkerProcess } from './start-worker-process.js';

/** Reactors and job workers, as one of any number of processes over the stores of a cluster. */
await runProcess('worker', process.env, startWorkerProcess, announceHealth);
