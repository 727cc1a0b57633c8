import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEvent } from '../../../infra/event-store/seal-events.js';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { JournalDamaged, journalWriter } from '../export/journal-formats.js';
import { LedgerChecks } from '../ledger-checks.js';
import { type Problem, Problems } from '../problems.js';
import { hexOf, MerkleFrontier } from '../seals/merkle-tree.js';
import type { SealReport } from '../seals/seal-check.js';
import { sealEvent, SEALS_STREAM, signedSealOf } from '../seals/seal.events.js';
import { publicKeyIn, type PublicSealKey, SealKeyring } from '../seals/seal-key.js';
import { SETTLED_WITHIN_MS } from '../checks/purchase-check.js';
import { CompareFile } from './compare-file.js';
import { keysText, PACK_FILES, type PackManifest, storedIn, trialBalanceText } from './pack-files.js';

export interface CheckPackOptions {
  readonly folder: string;
  /**
   * Public keys (hexadecimal) for verifying seals. When absent or empty, the check uses the keys in the pack.
   */
  readonly trustedKeys?: readonly string[];
  /** Seals that the auditor kept from earlier packs, sorted by position, smallest first. */
  readonly kept?: readonly SignedSeal[];
  readonly onProgress?: (position: number, of: number) => void;
}

export interface PackReport {
  readonly ok: boolean;
  readonly events: number;
  readonly ledgerId: string;
  readonly root: string;
  /** Sum of the balances of all accounts. In a correct ledger, the sum is `0`. */
  readonly sum: string;
  readonly accounts: number;
  readonly seals: SealReport;
  readonly trusted: boolean;
  readonly problemCount: number;
  readonly problems: readonly Problem[];
}

/**
 * Error when a check of a pack could not run. The error does not tell whether the pack is right or
 * wrong.
 */
export class PackUnchecked extends Error {
  override readonly name = 'PackUnchecked';
}

/**
 * Computes every other file of the pack from the events, and compares the results with the files.
 * @throws PackUnchecked
 * @throws errors of the disk
 */
export async function checkPack(options: CheckPackOptions): Promise<PackReport> {
  const { folder, trustedKeys = [], kept, onProgress } = options;
  const fileOf = (name: keyof typeof PACK_FILES): string => join(folder, PACK_FILES[name]);
  const manifest = manifestIn(fileOf('manifest'));
  const problems = new Problems();
  const packed = keyringIn(fileOf('keys'), problems);
  const keyring = trustedKeys.length === 0 ? packed : new SealKeyring(trustedKeys.map(publicKeyIn));
  const checks = new LedgerChecks(problems, { keyring, ...(kept && { kept }) });
  const tree = new MerkleFrontier();
  const hledger = new CompareFile(fileOf('hledger'), problems);
  const seals = new CompareFile(fileOf('seals'), problems);
  const entries = journalWriter('hledger');
  let position = 0;
  let ledgerId = '';
  try {
    await hledger.expect(entries.head, 'the journal begins otherwise');
    for await (const line of journalLines(fileOf('journal'), problems)) {
      const event = eventIn(line, position + 1, problems);
      if (!event) {
        position += 1;
        continue;
      }
      checks.add(event, event.bytes);
      if (position === 0) ledgerId = event.hash;
      tree.add(Buffer.from(event.hash, 'hex'));
      position = event.position;
      await hledger.expect(
        entryOf(event, entries.entry),
        `event ${event.position} is written otherwise`,
        event,
      );
      const seal = event.stream === SEALS_STREAM ? sealEvent(event) : undefined;
      if (seal)
        await seals.expect(
          `${JSON.stringify(signedSealOf(seal))}\n`,
          `the seal of ${seal.data.treeSize} events is another one there`,
          event,
        );
      onProgress?.(position, manifest.events);
    }
    await hledger.finish();
    await seals.finish();
    checks.finish({ position, stream: '' }, undefined, {
      settledWithinMs: SETTLED_WITHIN_MS,
      reviewedWithinMs: manifest.reviewedWithinMs,
    });
    const sealed = checks.seals.finish(position);
    if (sealed.count > 0 && keyring.empty)
      problems.add(
        'keys-missing',
        { position: 0, stream: '' },
        'keys.json holds no key, and the ledger has seals',
      );
    const { trial } = checks.books;
    await compareTrialBalance(fileOf('trialBalance'), position, trial.entries(), problems);
    const root = hexOf(tree.root());
    compareManifest(manifest, { events: position, ledgerId, root }, problems);
    return {
      ok: problems.count === 0,
      events: position,
      ledgerId,
      root,
      sum: String(trial.total()),
      accounts: trial.size,
      seals: sealed,
      trusted: trustedKeys.length > 0,
      problemCount: problems.count,
      problems: problems.shown,
    };
  } finally {
    await Promise.all([hledger.close(), seals.close()]);
  }
}

async function* journalLines(file: string, problems: Problems): AsyncGenerator<Buffer> {
  if (existsSync(file)) yield* linesOf(createReadStream(file) as AsyncIterable<Buffer>);
  else problems.add('file-missing', { position: 0, stream: '' }, `the pack has no ${PACK_FILES.journal}`);
}

type PackedEvent = RecordedEvent & { readonly bytes: Uint8Array };

function eventIn(line: Buffer, expected: number, problems: Problems): PackedEvent | undefined {
  const where = { position: expected, stream: '' };
  const stored = storedIn(line);
  if (!stored) {
    problems.add('unreadable', where, `line ${expected} of ${PACK_FILES.journal} is no event`);
    return undefined;
  }
  try {
    const event = openEvent(Buffer.from(stored.bytes).toString('utf8'), stored.position, stored.hash);
    const texts = [event.id, event.stream, event.type, event.at, event.previousHash];
    if (
      !texts.every((text) => typeof text === 'string') ||
      typeof event.data !== 'object' ||
      event.data === null
    )
      throw new Error('no event');
    return Object.assign(event, { bytes: stored.bytes });
  } catch {
    problems.add('unreadable', { ...where, position: stored.position }, 'the stored bytes are no event');
    return undefined;
  }
}

function entryOf(event: RecordedEvent, entry: (event: RecordedEvent) => string): string | undefined {
  try {
    return entry(event);
  } catch (error) {
    if (error instanceof JournalDamaged) return undefined;
    throw error;
  }
}

async function compareTrialBalance(
  file: string,
  position: number,
  entries: Iterable<readonly [string, bigint]>,
  problems: Problems,
): Promise<void> {
  const compared = new CompareFile(file, problems);
  try {
    for (const { text, account } of trialBalanceText(position, entries))
      await compared.expect(
        text,
        account === undefined
          ? `it is not that of ${position} events`
          : `the events say ${text.replace(/^,?\s*/, '')}, and it does not`,
      );
    await compared.finish();
  } finally {
    await compared.close();
  }
}

function compareManifest(
  manifest: PackManifest,
  found: Pick<PackManifest, 'events' | 'ledgerId' | 'root'>,
  problems: Problems,
): void {
  for (const name of ['events', 'ledgerId', 'root'] as const)
    if (manifest[name] !== found[name])
      problems.add(
        name === 'events' ? 'log-short' : 'manifest-wrong',
        { position: found.events, stream: '' },
        `${PACK_FILES.manifest} says ${name} ${manifest[name]}, the journal ${found[name]}`,
      );
}

/** @throws PackUnchecked */
function manifestIn(file: string): PackManifest {
  try {
    const { format, events, reviewedWithinMs, ...rest } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as PackManifest;
    if (format !== 1 || typeof events !== 'number' || typeof reviewedWithinMs !== 'number')
      throw new Error('it is of another format');
    return { format, events, reviewedWithinMs, ...rest };
  } catch (cause) {
    throw new PackUnchecked(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function keyringIn(file: string, problems: Problems): SealKeyring {
  const wrong = (detail: string): SealKeyring => {
    problems.add('keys-wrong', { position: 0, stream: '' }, `${PACK_FILES.keys} ${detail}`);
    return new SealKeyring([]);
  };
  try {
    const text = readFileSync(file, 'utf8');
    const keys = (JSON.parse(text) as readonly PublicSealKey[]).map(({ publicKey }) =>
      publicKeyIn(publicKey),
    );
    return keysText(keys) === text ? new SealKeyring(keys) : wrong('says other things than its public keys');
  } catch (error) {
    return wrong(`cannot be read: ${(error as Error).message}`);
  }
}

const LINE_BYTES_MAX = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  const keep = (piece: Buffer): void => {
    if (length < LINE_BYTES_MAX) begun.push(piece);
    length += piece.length;
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield begun.length === 1 ? begun[0]! : Buffer.concat(begun);
      [begun, length, start] = [[], 0, end + 1];
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (length > 0) yield Buffer.concat(begun);
}
