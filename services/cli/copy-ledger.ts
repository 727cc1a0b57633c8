import { createHash } from 'node:crypto';
import type { Appended, EventStore, StreamHead } from '../../infra/event-store/event-store.js';
import { openEvent, sha256 } from '../../infra/event-store/seal-events.js';
import type { SealedEvent, StoredBytes } from '../../infra/event-store/seal-events.js';
import type { StoredReader } from '../audit/verify-ledger.js';

export type CopySource = Pick<EventStore, 'lastPosition'> & StoredReader;
export type CopyTarget = Pick<EventStore, 'lastPosition'> &
  StoredReader & {
    appendSealed(stream: string, expected: StreamHead, sealed: readonly SealedEvent[]): Promise<Appended>;
  };

export interface Copied {
  readonly events: number;
  readonly found: number;
  /** Hexadecimal SHA-256 of the joined hashes of all events. */
  readonly root: string;
}

export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}

const PAGE = 1_000;
const TOGETHER_MAX = 100;

/**
 * Copies all events in log order, byte for byte, so that positions, hashes and proofs stay valid.
 * No other process may write to either store meanwhile.
 * @throws CopyRefused
 */
export async function copyLedger(
  from: CopySource,
  to: CopyTarget,
  progress: (copied: number, of: number) => void = () => undefined,
): Promise<Copied> {
  const end = await from.lastPosition();
  const found = await to.lastPosition();
  if (found > end)
    throw new CopyRefused(
      `the target holds ${found} events, the ledger ${end}: it is no copy of this ledger`,
    );
  await rootOf(from, to, found);
  for (let position = found; position < end;) {
    const page = await from.readStored(position, PAGE);
    for (const run of runsOf(page)) await append(to, run);
    position = page.at(-1)?.position ?? end;
    progress(position, end);
  }
  const [copiedTo, stillAt] = [await to.lastPosition(), await from.lastPosition()];
  if (copiedTo !== end || stillAt !== end)
    throw new CopyRefused(
      `somebody writes: the ledger went to ${stillAt} and the target to ${copiedTo} while ${end} events were copied; stop whatever runs on them and begin again with an empty store`,
    );
  return { events: end, found, root: await rootOf(from, to, end) };
}

interface Run {
  readonly stream: string;
  readonly expected: StreamHead;
  readonly sealed: SealedEvent[];
}

function runsOf(page: readonly StoredBytes[]): Run[] {
  const runs: Run[] = [];
  for (const { position, hash, bytes } of page) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    if (sha256(bytes) !== hash)
      throw new CopyRefused(
        `the ledger is damaged at position ${position}: run verify, and restore a backup`,
      );
    const { id, stream, revision, previousHash, type } = openEvent(text, position, hash);
    let run = runs.at(-1);
    if (run?.stream !== stream || run.sealed.length === TOGETHER_MAX) {
      run = { stream, expected: { revision: revision - 1, hash: previousHash }, sealed: [] };
      runs.push(run);
    }
    run.sealed.push({ id, type, text, hash, revision });
  }
  return runs;
}

async function append(to: CopyTarget, { stream, expected, sealed }: Run): Promise<void> {
  await to.appendSealed(stream, expected, sealed);
}

/**
 * Compares the events of both stores up to the position `end`.
 * @throws CopyRefused at the first difference
 */
async function rootOf(from: StoredReader, to: StoredReader, end: number): Promise<string> {
  const root = createHash('sha256');
  for (let position = 0; position < end;) {
    const limit = Math.min(PAGE, end - position);
    const [wanted, there] = await Promise.all([
      from.readStored(position, limit),
      to.readStored(position, limit),
    ]);
    for (const [index, { position: at, hash }] of wanted.entries()) {
      const copy = there[index];
      if (copy?.position !== at || copy.hash !== hash || sha256(copy.bytes) !== hash)
        throw new CopyRefused(
          `the target differs from the ledger at position ${at}: it holds another ledger, or was written to; begin again with an empty store`,
        );
      root.update(hash);
    }
    const last = wanted.at(-1);
    if (!last) throw new CopyRefused(`the ledger ends at ${position}, not at ${end}: run verify`);
    position = last.position;
  }
  return root.digest('hex');
}
