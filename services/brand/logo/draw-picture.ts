import { type ChildProcess, fork } from 'node:child_process';
import { startTimer } from '../../../infra/host/timers.js';
import type { PictureAnswer, PictureJob } from './picture.process.js';

const TIME_MS_MAX = 20_000;
const HEAP_MB_MAX = 256;

let last: Promise<unknown> = Promise.resolve();

/**
 * Draws in a process of its own, which can be killed inside native code, unlike a thread. One process runs at
 * a time, without settings and secrets.
 * @returns undefined when the process crashed or took too long
 */
export function drawPicture(job: PictureJob, timeMsMax = TIME_MS_MAX): Promise<PictureAnswer | undefined> {
  const answer = last.then(() => answerTo(job, timeMsMax));
  last = answer.catch(() => undefined);
  return answer;
}

function answerTo(job: PictureJob, timeMsMax: number): Promise<PictureAnswer | undefined> {
  return new Promise((resolve) => {
    const child = forked();
    if (!child) return resolve(undefined);
    const timer = startTimer(() => child.kill('SIGKILL'), timeMsMax);
    let answer: PictureAnswer | undefined;
    child.once('message', (told) => (answer = told as PictureAnswer));
    const end = (): void => {
      timer.cancel();
      resolve(answer);
    };
    child.once('error', end).once('exit', end);
    try {
      child.send(job, (error) => error && child.kill('SIGKILL'));
    } catch {
      child.kill('SIGKILL');
      end();
    }
  });
}

/** Returns undefined when the system refuses another process or file. */
function forked(): ChildProcess | undefined {
  try {
    return fork(new URL('./picture.process.js', import.meta.url), {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch {
    return undefined;
  }
}
