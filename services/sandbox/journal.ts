import { closeSync, fdatasync, fsyncSync, ftruncateSync, openSync, readSync, write } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Values of an entry. The first value names the event. */
export type Entry = readonly (string | number | null)[];

/** Append-only file of entries, one JSON list per line. Entries share writes and `fdatasync` calls. */
export interface Journal {
  /** Queues an entry. `durable()` waits until the entry is on disk. */
  append(entry: Entry): void;
  /** Resolves when all appended entries are on disk. Rejects for good after a disk fault, or after `close`. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

const READ_BYTES = 1 << 20;
const RESOLVED = Promise.resolve();

/** Passes every entry in the file to `onEntry`, and cuts off a torn end left by a crash. */
export async function openJournal(file: string, onEntry: (entry: Entry) => void): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const fd = openSync(file, 'a+', 0o600);
  syncFolder(dirname(file));
  const whole = replay(fd, onEntry);
  ftruncateSync(fd, whole);

  let lines: string[] = [];
  let waiting: Batch | undefined;
  let writing: Batch | undefined;
  let broken: Error | undefined;
  let closed = false;

  const flush = (): void => {
    if (!waiting || writing) return;
    const batch = (writing = waiting);
    waiting = undefined;
    const bytes = Buffer.from(lines.join(''));
    lines = [];
    writeAll(fd, bytes, (error) => {
      writing = undefined;
      if (error) broken = error;
      if (broken) batch.reject(broken);
      else batch.resolve();
      flush();
    });
  };

  return {
    append(entry) {
      if (broken) return;
      lines.push(JSON.stringify(entry) + '\n');
      if (waiting) return;
      waiting = newBatch();
      // Entries of the same event loop turn share a write.
      if (!writing) setImmediate(flush);
    },
    durable() {
      if (broken) return Promise.reject(broken);
      return (waiting ?? writing)?.promise ?? RESOLVED;
    },
    async close() {
      try {
        while (waiting ?? writing) await (waiting ?? writing)!.promise;
      } finally {
        // Closes only once, because the descriptor number may be reused after `closeSync`.
        if (!closed) closeSync(fd);
        closed = true;
        broken ??= new Error('the journal is closed');
      }
    },
  };
}

interface Batch {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function newBatch(): Batch {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((yes, no) => ((resolve = yes), (reject = no)));
  promise.catch(() => undefined); // Without waiters, a failed batch must not end the process.
  return { promise, resolve, reject };
}

function writeAll(fd: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(fd, bytes, (error, written) => {
    if (error) done(error);
    else if (written < bytes.length) writeAll(fd, bytes.subarray(written), done);
    else fdatasync(fd, done);
  });
}

/** Reads entries until the end or the first invalid line. Returns the number of valid bytes. */
function replay(fd: number, onEntry: (entry: Entry) => void): number {
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  let rest = Buffer.alloc(0);
  let good = 0;
  for (let position = 0; ;) {
    const read = readSync(fd, chunk, 0, READ_BYTES, position);
    if (read === 0) return good;
    position += read;
    const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
    let start = 0;
    for (let end = bytes.indexOf(10, start); end !== -1; end = bytes.indexOf(10, start)) {
      const entry = entryOf(bytes.toString('utf8', start, end));
      if (!entry) return good;
      onEntry(entry);
      good += end + 1 - start;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}

function entryOf(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return Array.isArray(entry) ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** The name of a new file is durable only after its folder is synced. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
