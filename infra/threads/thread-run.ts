import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';

type Told<Answer, Progress> =
  { readonly answer: Answer } | { readonly failed: string } | { readonly progress: Progress };

interface ThreadRunOptions<Progress> {
  /** Name of the thread in error messages, such as `the audit`. */
  readonly name: string;
  readonly workerData: unknown;
  readonly memoryMb: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Runs a thread that calls `answerOnce`.
 * @throws the error of the thread
 * @throws when `signal` aborts
 */
export async function runThread<Answer, Progress = never>(
  file: URL,
  { name, workerData, memoryMb, signal, onProgress }: ThreadRunOptions<Progress>,
): Promise<Answer> {
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const end = (): void => worker.postMessage('end');
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  let told: { readonly answer: Answer } | undefined;
  let fault: unknown;
  worker.on('message', (message: Told<Answer, Progress>) => {
    if ('answer' in message) told = message;
    else if ('failed' in message) fault = new Error(message.failed);
    else onProgress?.(message.progress);
  });
  worker.on('error', (error) => (fault = error));
  await once(worker, 'exit').catch((error: unknown) => (fault = error));
  signal.removeEventListener('abort', end);
  if (told) return told.answer;
  throw fault ?? new Error(`${name} ended without a word`);
}

/**
 * Runs `work` in a thread that `runThread` started, and then ends the thread. Any message to the thread
 * aborts `signal`.
 */
export async function answerOnce<Answer, Progress = never>(
  work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Answer>,
): Promise<void> {
  const stop = new AbortController();
  const tell = (message: Told<Answer, Progress>): void => parentPort?.postMessage(message);
  parentPort?.once('message', () => stop.abort(new Error('told to end')));
  try {
    tell({ answer: await work(stop.signal, (progress) => tell({ progress })) });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  } finally {
    parentPort?.close();
  }
}
