import { closeSync, fdatasync, fsyncSync, ftruncateSync, openSync, readSync, write } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Entry = readonly (string | number | null)[];

/**
 * Journal file. Each line is a list of entries in JSON. Lines are only added, and never changed.
 */
export interface Journal {
  append(entry: Entry): void;
  /**
   * Waits until all appended entries are on disk. The promise always rejects after a disk fault and
   * after `close`.
   */
  durable(): Promise<void>;
  close(): Promise<void>;
}

const READ_BYTES = 1 << 20;
const RESOLVED = Promise.resolve();

/**
 * Opens the journal and calls `onEntry` for each entry in the file. Cuts off an incomplete entry at the end,
 * which a crash may have left.
 */
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
      // Collect the entries of this turn of the event loop, and write all of them at once.
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
        // Close the file only once. After it is closed, another file may get the same descriptor.
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
  promise.catch(() => undefined); // Without waiters, a failed write must not end the process.
  return { promise, resolve, reject };
}

function writeAll(fd: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(fd, bytes, (error, written) => {
    if (error) done(error);
    else if (written < bytes.length) writeAll(fd, bytes.subarray(written), done);
    else fdatasync(fd, done);
  });
}

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

/** Writes a folder to disk, because a new file in it may otherwise be missing after a crash. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
