import 'reflect-metadata';
import { pagesOf } from '../runtime/health/health-pages.js';
import { announceHealthBesides } from '../runtime/health/health-server.js';
import { runProcess } from '../runtime/process/run-process.js';
import { startApiProcess } from './start-api-process.js';

await runProcess('api', process.env, startApiProcess, (context, health) =>
  announceHealthBesides(context, pagesOf(health)),
);
