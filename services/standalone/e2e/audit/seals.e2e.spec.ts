import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ledger,
  seed,
  startStandalone,
  type Environment,
  type Running,
  type SeededUser,
} from '../../../../infra/testing/product.js';
import type { SignedSeal } from '../../../contracts/proofs/signed-seal.js';
import type { Verified } from '../../../cli/verify-command.js';
import { buyAirtime, eventually, historyOf } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';

/** Has its own product: it is killed, and its whole ledger is verified. */
let folder: string;
let settings: Environment;
let product: Running;
let user: SeededUser;
let kept: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seals-'));
  kept = join(folder, 'kept.jsonl');
  settings = {
    DATA_DIR: join(folder, 'data'),
    SANDBOX_LATENCY_MS: '5',
    DEMO_DATA: '0',
    SEAL_EVERY: '100ms',
  };
  product = await startStandalone(settings);
  [user] = (await seed(settings['DATA_DIR']!, 1, 50_000)) as [SeededUser];
});
afterAll(async () => {
  await product?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]): Promise<string> => ledger(settings['DATA_DIR']!, args, settings);
const seals = async (): Promise<SignedSeal[]> =>
  (await run('seals'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SignedSeal);
const verify = async (...more: string[]): Promise<Verified> =>
  JSON.parse(await run('verify', '--json', ...more)) as Verified;

let bought = 0;
async function buy(): Promise<void> {
  const { body } = await buyAirtime(product.url, user, `0803${String((bought += 1)).padStart(6, '0')}7`);
  await eventually(
    () => historyOf(product.url, user),
    (rows) =>
      rows.find((row) => row.api_transaction_reference === body['reference'])?.transaction_status ===
      'Successful',
  );
}
/** Waits until all earlier events are sealed. */
async function sealed(): Promise<SignedSeal[]> {
  const isSeal = ({ type }: { readonly type: string }): boolean => type === 'LedgerSealed';
  const events = () => eventsIn(settings['DATA_DIR']!);
  const last = (await events()).findLastIndex((event) => !isSeal(event)) + 1;
  await eventually(events, (all) => Number(all.findLast(isSeal)?.data['treeSize'] ?? 0) >= last);
  return seals();
}

it('seals events while it runs, and unsealed ones after a restart', async () => {
  await buy();
  const first = (await sealed()).at(-1)!;
  await product.stop('SIGKILL');
  product = await startStandalone(settings);
  await buy();
  const after = await sealed();
  expect(after.at(-1)!.treeSize).toBeGreaterThan(first.treeSize);
  writeFileSync(kept, after.map((seal) => `${JSON.stringify(seal)}\n`).join(''));
  expect(await verify('--seals', kept)).toMatchObject({
    ok: true,
    problems: [],
    seals: { anchored: true, kept: after.length, signaturesChecked: true },
  });
});

it('prints the public key for verification, and continues with another after a rotation', async () => {
  const [before] = JSON.parse(await run('keys', '--json')) as { keyId: string; publicKey: string }[];
  expect((await seals()).at(-1)!.keyId).toBe(before!.keyId);
  expect(await run('keys')).toContain('BEGIN PUBLIC KEY');
  await run('keys', '--rotate');
  await product.stop();
  product = await startStandalone(settings);
  await buy();
  await sealed();
  const [now, old] = JSON.parse(await run('keys', '--json')) as { keyId: string }[];
  expect(old).toMatchObject({ keyId: before!.keyId });
  expect((await seals()).at(-1)!.keyId).toBe(now!.keyId);
  expect(await verify('--seals', kept)).toMatchObject({ ok: true, problems: [] });
  expect((await verify('--key', before!.publicKey).catch(String)) as unknown).toMatch(/seal-signature/);
});

it('keeps every seal valid after an erasure, and readable while stopped', async () => {
  await run('forget', user.userId);
  await sealed();
  expect(await verify('--seals', kept)).toMatchObject({ ok: true, problems: [], seals: { anchored: true } });
  await product.stop();
  const all = await seals();
  expect(await verify('--seals', kept)).toMatchObject({
    ok: true,
    problems: [],
    seals: { count: all.length, treeSize: all.at(-1)!.treeSize },
  });
});
