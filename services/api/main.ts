import 'reflect-metadata';
import { runProcess } from '../runtime/process/run-process.js';
import { startApiProcess } from './start-api-process.js';

await runProcess('api', process.env, startApiProcess);
