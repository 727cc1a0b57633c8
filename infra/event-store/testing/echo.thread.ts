import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { NO_STREAM } from '../event-store.js';
import { forwardingEventStore } from '../lmdb/forward-appends.js';
import { openLmdbEventStore } from '../lmdb/open-lmdb-event-store.js';
import { newEvent } from './new-event.js';

/** Answers each `Asked` event with an `Answered` event in its own stream, which the main thread appends. */
const { dir, commitSignal, port } = workerData as {
  dir: string;
  commitSignal: SharedArrayBuffer;
  port: MessagePort;
};
const store = forwardingEventStore(await openLmdbEventStore({ dir, readOnly: true, commitSignal }), port);
const stop = new AbortController();
parentPort?.on('message', () => stop.abort());
parentPort?.postMessage('ready');
for await (const batch of store.follow({ after: 0, signal: stop.signal }))
  await Promise.all(
    batch
      .filter(({ type }) => type === 'Asked')
      .map(({ id }) => store.append(`answer-${id}`, NO_STREAM, [newEvent({ to: id }, 'Answered')])),
  );
await store.close();
parentPort?.close();
