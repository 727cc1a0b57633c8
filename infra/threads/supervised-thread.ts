import { type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { startTimer } from '../host/timers.js';

interface SupervisedThreadOptions<Told> {
  readonly file: URL;
  /** Name of the thread in error messages, such as `the worker`. */
  readonly name: string;
  readonly restartAfterMs: number;
  /** Milliseconds to wait until the thread stops by itself. After that time, the thread is terminated. */
  readonly stopWithinMs?: number;
  /** Called at every start of the thread. */
  readonly begin: () => WorkerOptions & { readonly ports?: readonly MessagePort[] };
  readonly onMessage: (message: Told) => void;
  readonly onExit?: () => void;
  readonly onFault: (message: string) => void;
}

/** Thread that is started again whenever it ends. It must stop at the message `{ ask: 'stop' }`. */
export class SupervisedThread<Told> {
  private worker: Worker | undefined;
  private stopping = false;

  constructor(private readonly options: SupervisedThreadOptions<Told>) {
    this.start();
  }

  get running(): boolean {
    return this.worker !== undefined;
  }

  post(message: unknown): void {
    this.worker?.postMessage(message);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (!worker) return;
    const { stopWithinMs } = this.options;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.post({ ask: 'stop' });
    const timer =
      stopWithinMs === undefined ? undefined : startTimer(() => void worker.terminate(), stopWithinMs);
    await exited;
    timer?.cancel();
  }

  private start(): void {
    const { file, begin, onMessage, onFault } = this.options;
    const { ports = [], ...workerOptions } = begin();
    const worker = new Worker(file, workerOptions);
    this.worker = worker;
    worker.on('message', onMessage);
    worker.on('error', (error) => onFault(error instanceof Error ? error.message : String(error)));
    worker.once('exit', () => {
      for (const port of ports) port.close();
      this.ended();
    });
  }

  private ended(): void {
    const { name, restartAfterMs, onExit, onFault } = this.options;
    this.worker = undefined;
    onExit?.();
    if (this.stopping) return;
    onFault(`${name} ended unexpectedly; starting it again`);
    startTimer(() => {
      if (!this.stopping) this.start();
    }, restartAfterMs).unref();
  }
}
