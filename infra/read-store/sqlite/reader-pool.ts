import { Worker } from 'node:worker_threads';
import type { ReaderAnswer, ReaderQuestion, ReaderThreadData } from './reader-protocol.js';

type Unnumbered<Q> = Q extends unknown ? Omit<Q, 'id'> : never;
type Result = Extract<ReaderAnswer, { result: unknown }>['result'];

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** One reader thread with the questions it has not answered. A thread that dies fails them and is replaced at the next one. */
class Reader {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(private readonly data: ReaderThreadData) {}

  get load(): number {
    return this.#waiting.size;
  }

  ask(question: Unnumbered<ReaderQuestion>): Promise<Result> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...question, id });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('close');
    await exited;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader.thread.js', import.meta.url), { workerData: this.data });
    worker.on('message', (answer: ReaderAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.result);
    });
    worker.on('error', (error) => this.#failAll(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(new Error('the reader of the read models ended'));
    });
    return worker;
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Hands each question to the reader with the fewest open. */
export class ReaderPool {
  readonly #readers: readonly Reader[];

  constructor(data: ReaderThreadData, threads: number) {
    this.#readers = Array.from({ length: Math.max(1, threads) }, () => new Reader(data));
  }

  ask(question: Unnumbered<ReaderQuestion>): Promise<Result> {
    const idlest = this.#readers.reduce((best, reader) => (reader.load < best.load ? reader : best));
    return idlest.ask(question);
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()));
  }
}
