import { Worker } from 'node:worker_threads';
import type { Drawing, DrawingAnswer, DrawingOrder } from './document-messages.js';

interface Waiting {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Draws PDFs in a thread of its own, so that a long statement never delays a purchase. The thread starts with the first
 * drawing; one that dies fails what it was drawing and is replaced at the next.
 */
export class DrawingRoom {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private lastId = 0;

  /** @throws Error when it cannot be drawn */
  draw(drawing: Drawing): Promise<Buffer> {
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, drawing } satisfies DrawingOrder);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./document.thread.js', import.meta.url));
    worker.unref();
    worker.on('message', (answer: DrawingAnswer) => {
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(Buffer.from(answer.bytes));
    });
    worker.on('error', (error) => this.failAll(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined;
      this.failAll(new Error('the thread that draws documents ended'));
    });
    return worker;
  }

  private failAll(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
