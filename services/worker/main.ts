import 'reflect-metadata';
import { announceHealth } from '../runtime/health/health-server.js';
import { runProcess } from '../runtime/process/run-process.js';
import { startWorkerProcess } from './start-worker-process.js';

await runProcess('worker', process.env, startWorkerProcess, announceHealth);
