import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderAnswer, ReaderQuestion, ReaderThreadData } from './reader-protocol.js';
import { SqliteReader } from './sqlite-reader.js';

/** Thread that answers queries: libsql blocks its thread, so it gets one that nothing else waits for. */
const { dir, shapes } = workerData as ReaderThreadData;
const byName = new Map(shapes.map((shape) => [shape.name, shape]));
const reader = new SqliteReader(dir);

function answer(question: ReaderQuestion): ReaderAnswer {
  const { id } = question;
  try {
    const shape = byName.get(question.view);
    if (!shape) throw new Error(`view ${question.view} is not served here`);
    if (question.ask === 'row') return { id, result: reader.row(shape, question.key) };
    if (question.ask === 'page') return { id, result: reader.page(shape, question.query) };
    return { id, result: reader.checkpoint(shape) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (question: ReaderQuestion | 'close') => {
  if (question === 'close') {
    reader.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(question));
});
