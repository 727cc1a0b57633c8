import { createWriteStream } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { openEvent, type StoredBytes } from '../../../infra/event-store/seal-events.js';
import { breathe } from '../../../infra/host/timers.js';
import type { Posting } from '../../ledger/postings.js';
import { journalWriter } from '../export/journal-formats.js';
import { hexOf, MerkleFrontier } from '../seals/merkle-tree.js';
import { sealEvent, SEALS_STREAM, signedSealOf } from '../seals/seal.events.js';
import type { PublicSealKey } from '../seals/seal-key.js';
import { TrialBalance } from '../trial-balance.js';
import type { StoredReader } from '../verify-ledger.js';
import { journalLine, keysText, PACK_FILES, type PackManifest, trialBalanceText } from './pack-files.js';
import { packReadme } from './pack-readme.js';

export interface PackOptions {
  readonly eventStore: Pick<EventStore, 'lastPosition'> & StoredReader;
  readonly keys: readonly PublicSealKey[];
  readonly at: Date;
  readonly reviewedWithinMs: number;
  readonly verifier: string;
  readonly folder: string;
  readonly onProgress?: (position: number, of: number) => void;
}

const PAGE = 1_000;
const NEWLINE = 0x0a;

/**
 * Writes a pack with all events up to `lastPosition`. Other processes may append events meanwhile.
 * Memory holds only one page of events and the balances.
 */
export async function writePack(options: PackOptions): Promise<PackManifest> {
  const { eventStore, keys, folder, onProgress } = options;
  const end = await eventStore.lastPosition();
  if (end === 0) throw new Error('the ledger is empty: there is nothing to pack');
  const fileOf = (name: keyof typeof PACK_FILES): string => join(folder, PACK_FILES[name]);
  const journal = writer(fileOf('journal'));
  const hledger = writer(fileOf('hledger'));
  const seals = writer(fileOf('seals'));
  const entries = journalWriter('hledger');
  const known = new Set(keys.map(({ keyId }) => keyId));
  const tree = new MerkleFrontier();
  const trial = new TrialBalance();
  let ledgerId: string | undefined;
  try {
    await hledger.write(entries.head);
    for (let position = 0; position < end;) {
      const page = await eventStore.readStored(position, Math.min(PAGE, end - position));
      const last = page.at(-1);
      if (!last || last.position > end)
        throw new Error(`the log ends at ${position}, the store says ${end}: run \`ledger -- verify\``);
      const events = page.map(opened);
      ledgerId ??= page[0]!.hash;
      for (const { hash } of page) tree.add(Buffer.from(hash, 'hex'));
      for (const { data } of events) trial.addAll((data as { readonly postings?: Posting[] }).postings ?? []);
      await journal.write(Buffer.concat(page.map(journalLine)));
      await hledger.write(events.map(entries.entry).join(''));
      await seals.write(events.map((event) => sealLine(event, known)).join(''));
      position = last.position;
      onProgress?.(position, end);
      await breathe();
    }
    const manifest: PackManifest = {
      format: 1,
      ledgerId: ledgerId!,
      events: end,
      root: hexOf(tree.root()),
      at: options.at.toISOString(),
      reviewedWithinMs: options.reviewedWithinMs,
    };
    await writeTrialBalance(fileOf('trialBalance'), end, trial);
    await writeFile(fileOf('keys'), keysText(keys), OWN);
    await writeFile(fileOf('manifest'), `${JSON.stringify(manifest, null, 2)}\n`, OWN);
    await writeFile(fileOf('readme'), packReadme(manifest), OWN);
    await copyFile(options.verifier, fileOf('verifier'));
    return manifest;
  } finally {
    await Promise.all([journal.end(), hledger.end(), seals.end()]);
  }
}

const OWN = { mode: 0o600 } as const;

function opened({ bytes, position, hash }: StoredBytes): RecordedEvent {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    if (text.includes(NEWLINE)) throw new Error('an event is one line');
    return openEvent(text.toString('utf8'), position, hash);
  } catch (cause) {
    throw new Error(`event ${position} cannot be read: run \`ledger -- verify\``, { cause });
  }
}

function sealLine(event: RecordedEvent, known: ReadonlySet<string>): string {
  const seal = event.stream === SEALS_STREAM ? sealEvent(event) : undefined;
  if (!seal) return '';
  if (!known.has(seal.data.keyId))
    throw new Error(
      `the seal at ${event.position} was signed by the key ${seal.data.keyId}, which SECRETS_DIR does not know: name that of this ledger`,
    );
  return `${JSON.stringify(signedSealOf(seal))}\n`;
}

const writeTrialBalance = (file: string, position: number, trial: TrialBalance): Promise<void> => {
  const pieces = trialBalanceText(position, trial.entries());
  return pipeline(
    Readable.from(
      (function* texts() {
        for (const { text } of pieces) yield text;
      })(),
    ),
    createWriteStream(file, OWN),
  );
};

interface Writer {
  write(chunk: string | Buffer): Promise<void>;
  end(): Promise<void>;
}

function writer(file: string): Writer {
  const stream = createWriteStream(file, OWN);
  let fault: Error | undefined;
  stream.on('error', (error) => (fault = error));
  return {
    write: (chunk) =>
      chunk.length === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            stream.write(chunk, (error) => (error ? reject(error) : resolve()));
          }),
    end: () =>
      new Promise((resolve, reject) => {
        if (fault || stream.destroyed) return fault ? reject(fault) : resolve();
        stream.end(() => resolve());
        stream.on('error', reject);
      }),
  };
}
