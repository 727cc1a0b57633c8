import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { isSignedBy, keyringOf } from '../../../audit/seals/seal-key.js';
import type { Verified } from '../../../cli/verify-command.js';
import {
  AUDIT_ANSWERS,
  AUDIT_PATHS,
  type AuditAnswer,
  type AuditRead,
} from '../../../contracts/admin/audit.contract.js';
import { bytesOfHex, type Sha256, verifyConsistency } from '../../../contracts/proofs/merkle-proofs.js';
import { checkReceiptProof } from '../../../contracts/proofs/receipt-proof.js';
import type { SignedSeal } from '../../../contracts/proofs/signed-seal.js';
import { readPdf } from '../../../documents/testing/read-pdf.js';
import { buyAirtime, eventually, historyOf, send, signIn, type SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';

/**
 * Seals, their proofs and their publication outside the machine. Has its own product: it seals often and is
 * killed, and its whole ledger is verified.
 */
let folder: string;
let dataDir: string;
/** File that seals are published to. */
let file: string;
/** Seals that an auditor kept. */
let kept: string;
let product: Running;
let auditor: SignedIn;
let customer: SignedIn;
let user: SeededUser;
let reference: string;
let server: Server;
let received: string[];

const settingsFor = (publish: string | undefined): Environment => ({
  DATA_DIR: dataDir,
  SANDBOX_LATENCY_MS: '5',
  LOG_LEVEL: 'error',
  SEAL_EVERY: '100ms',
  ...(publish !== undefined && { SEAL_PUBLISH: publish }),
});
const start = async (publish: string): Promise<void> => {
  product = await startStandalone(settingsFor(publish));
};
const run = (...args: string[]): Promise<string> => ledger(dataDir, args, settingsFor(file));
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const printedSeals = async (): Promise<string[]> => lines(await run('seals'));
const newestSeal = async (): Promise<SignedSeal> => JSON.parse((await printedSeals()).at(-1)!) as SignedSeal;
/** Counts the seals of the ledger, which is cheaper than the command that prints them. */
const sealCount = async (): Promise<number> =>
  (await eventsIn(dataDir)).filter(({ type }) => type === 'LedgerSealed').length;
/** True when `published` has every seal once, in order. */
const areAllSeals = async (published: readonly string[]): Promise<boolean> =>
  published.length === (await sealCount()) &&
  JSON.stringify(published) === JSON.stringify(await printedSeals());
const inFile = (): string[] => (existsSync(file) ? lines(readFileSync(file, 'utf8')) : []);
const verify = async (...more: string[]): Promise<Verified> =>
  JSON.parse(await run('verify', '--json', ...more)) as Verified;
const readyz = async (): Promise<Record<string, unknown>> =>
  (await (await fetch(`${product.url}/readyz`)).json()) as Record<string, unknown>;

async function read<Name extends AuditRead>(name: Name, path: string = AUDIT_PATHS[name]) {
  const answer = await fetch(product.url + path, { headers: auditor.headers });
  const body = (await answer.json()) as Record<string, unknown>;
  expect([path, answer.status, body['message']]).toEqual([path, 200, undefined]);
  expect(AUDIT_ANSWERS[name].parse(body)).toEqual(body);
  return body as AuditAnswer<Name>;
}
const proofOf = async (what: 'eventProof' | 'receiptProof', path: string) => {
  const { proof } = await eventually(
    () => read(what, path),
    (answer) => answer.proof !== null,
  );
  return proof!;
};
const sha256: Sha256 = (data) => createHash('sha256').update(data).digest();
const check = (proof: unknown, trusted?: string) =>
  checkReceiptProof(proof, { sha256, verifyEd25519: async (...asked) => isSignedBy(...asked) }, trusted);

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
async function untilSealed(): Promise<void> {
  const isSeal = ({ type }: { readonly type: string }): boolean => type === 'LedgerSealed';
  const events = () => eventsIn(dataDir);
  const last = (await events()).findLastIndex((event) => !isSeal(event)) + 1;
  await eventually(events, (all) => Number(all.findLast(isSeal)?.data['treeSize'] ?? 0) >= last);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seals-'));
  [dataDir, file, kept] = [join(folder, 'data'), join(folder, 'seals.jsonl'), join(folder, 'kept.jsonl')];
  received = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      received.push(body);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await start(file);
  [user] = (await seed(dataDir, 1, 50_000)) as [SeededUser];
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  // Buying after a seal causes another one.
  await eventually(
    () => read('seals'),
    (answer) => answer.seals.length > 0,
  );
  const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
  const { body } = await send(`${product.url}/api/buycard/`, 'POST', order, customer.headers);
  reference = String(body['reference']);
});
afterAll(async () => {
  await product?.stop('SIGKILL');
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

describe('an auditor, without the ledger', () => {
  it('returns every seal, newest first, signed with the named keys', async () => {
    const answer = await eventually(
      () => read('seals', `${AUDIT_PATHS.seals}?limit=1000`),
      ({ seals }) => seals.length > 1,
    );
    const { seals, keys, position, covered, done } = answer;
    expect([done, seals.at(-1)!.revision]).toEqual([true, 0]);
    expect(position).toBeGreaterThan(covered);
    const keyring = keyringOf(keys[0]!.publicKey);
    for (const seal of seals) expect(keyring.objection(seal)).toBeUndefined();
    expect(keyring.objection({ ...seals[0]!, treeSize: seals[0]!.treeSize + 1 })).toBeDefined();
    expect(keys[0]!.pem).toContain('BEGIN PUBLIC KEY');
    const [newest, before] = seals as [(typeof seals)[number], (typeof seals)[number]];
    const next = await read('seals', `${AUDIT_PATHS.seals}?before=${newest.revision}&limit=1`);
    expect(next.seals).toEqual([before]);
    expect((await read('seals', `${AUDIT_PATHS.seals}?before=0`)).seals).toEqual([]);
  });

  it('proves that the ledger of a later seal extends that of an earlier one', async () => {
    const { seals } = await eventually(
      () => read('seals'),
      (answer) => answer.seals.length > 1,
    );
    const [second, first] = [seals[0]!, seals.at(-1)!];
    const { proof } = await read(
      'consistency',
      `${AUDIT_PATHS.consistency}?first=${first.treeSize}&second=${second.treeSize}`,
    );
    const bytes = (hex: string) => bytesOfHex(hex)!;
    const holds = (firstRoot: string) =>
      verifyConsistency(
        {
          firstSize: first.treeSize,
          secondSize: second.treeSize,
          firstRoot: bytes(firstRoot),
          secondRoot: bytes(second.rootHash),
          path: proof.path.map(bytes),
        },
        sha256,
      );
    expect(await holds(first.rootHash)).toBe(true);
    expect(await holds(second.rootHash)).toBe(false);
    expect(proof.first).toEqual({ treeSize: first.treeSize, rootHash: first.rootHash });
  });

  it('proves an event by position and a receipt by reference, without personal data', async () => {
    const { keys } = await read('seals');
    const trusted = keys[0]!.publicKey;
    const event = await proofOf('eventProof', '/v1/audit/events/1/proof');
    expect(await check(event, trusted)).toMatchObject({ valid: true });
    const receipt = await proofOf('receiptProof', `/v1/audit/receipts/${reference}/proof`);
    expect(await check(receipt, trusted)).toMatchObject({ valid: true, receipt: { reference } });
    expect(JSON.stringify(receipt)).not.toMatch(/8031234567|demo\.test/);
    const [accepted, ...rest] = receipt.events;
    const changed = accepted!.text.replace(/"price":"(\d+)"/, '"price":"1"');
    expect(changed).not.toBe(accepted!.text);
    expect(await check({ ...receipt, events: [{ ...accepted!, text: changed }, ...rest] })).toMatchObject({
      valid: false,
    });
  });

  it('attaches the proof to the PDF receipt of the customer', async () => {
    const { keys } = await read('seals');
    const take = async () => {
      const answer = await fetch(`${product.url}/api/receipt/${reference}.pdf`, {
        headers: customer.headers,
      });
      return readPdf(Buffer.from(await answer.arrayBuffer()));
    };
    const { text, files } = await eventually(take, (receipt) => receipt.files.size > 0);
    const proof: unknown = JSON.parse(files.get('proof.json')!.toString('utf8'));
    expect(await check(proof, keys[0]!.publicKey)).toMatchObject({ valid: true, receipt: { reference } });
    expect(JSON.stringify(proof)).not.toMatch(/8031234567|demo\.test/);
    expect(text).toContain(reference);
  });

  it('verifies the downloaded receipt on the command line', async () => {
    const { text } = await eventually(
      async () => {
        const answer = await fetch(`${product.url}/v1/receipts/${reference}/proof`, {
          headers: customer.headers,
        });
        return { status: answer.status, text: await answer.text() };
      },
      ({ status }) => status === 200,
    );
    const downloaded = join(folder, 'downloaded.json');
    writeFileSync(downloaded, text);
    const { keys } = await read('seals');
    const told = await run('verify-proof', downloaded, '--key', keys[0]!.publicKey, '--json');
    expect(JSON.parse(told)).toMatchObject({ valid: true, receipt: { reference } });
    writeFileSync(downloaded, 'null');
    await expect(run('verify-proof', downloaded)).rejects.toThrow(/ended with 1: .*no proof/s);
  });
});

describe('the publication of seals', () => {
  it('shows its address and progress in health and metrics, and to auditors', async () => {
    const facts = await eventually(readyz, (told) => Number(told['seals_published_tree_size']) > 0);
    expect(facts).toMatchObject({
      notes: [],
      seal_stopped: 0,
      seal_failures: 0,
      seals_unpublished_seconds: 0,
    });
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).toMatch(/^ledger_seal_tree_size [1-9]\d*$/m);
    expect(metrics).toMatch(/^ledger_seals_published_tree_size [1-9]\d*$/m);
    expect(metrics).toMatch(/^ledger_unsealed_events \d+$/m);
    const { seals, published } = await read('seals');
    expect(published).toMatchObject({ to: file, failingSince: null });
    expect(seals.map(({ treeSize }) => treeSize)).toContain(published?.treeSize);
  });

  it('appends every seal to a file once and in order, even across a crash, as an anchor for verification', async () => {
    await buy();
    await untilSealed();
    const before = inFile();
    expect(before.length).toBeGreaterThan(0);
    const first = await newestSeal();
    await product.stop('SIGKILL');
    await start(file);
    await buy();
    await untilSealed();
    // Seals made during the crash are published at the next start.
    await eventually(() => areAllSeals(inFile()), Boolean);
    expect(inFile().length).toBeGreaterThan(before.length);
    expect((await newestSeal()).treeSize).toBeGreaterThan(first.treeSize);
    expect(await verify()).toMatchObject({ ok: true, problems: [], seals: { anchored: true } });
    const unpublished = await ledger(dataDir, ['verify', '--json'], settingsFor(undefined));
    expect((JSON.parse(unpublished) as Verified).seals.anchored).toBe(false);
    const all = readFileSync(file, 'utf8');
    writeFileSync(kept, all);
    expect(await verify('--seals', kept)).toMatchObject({
      ok: true,
      problems: [],
      seals: { anchored: true, kept: lines(all).length, signaturesChecked: true },
    });
  });
});

it('prints the public key for verification, and continues with another after a rotation', async () => {
  const [before] = JSON.parse(await run('keys', '--json')) as { keyId: string; publicKey: string }[];
  expect((await newestSeal()).keyId).toBe(before!.keyId);
  expect(await run('keys')).toContain('BEGIN PUBLIC KEY');
  await run('keys', '--rotate');
  await product.stop();
  await start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/seals`);
  await buy();
  await untilSealed();
  const [now, old] = JSON.parse(await run('keys', '--json')) as { keyId: string }[];
  expect(old).toMatchObject({ keyId: before!.keyId });
  expect((await newestSeal()).keyId).toBe(now!.keyId);
  expect(await verify('--seals', kept)).toMatchObject({ ok: true, problems: [] });
  expect((await verify('--key', before!.publicKey).catch(String)) as unknown).toMatch(/seal-signature/);
});

it('posts every seal to an address', async () => {
  // Unanswered posts are repeated.
  await eventually(() => areAllSeals([...new Set(received)]), Boolean);
});

it('keeps every seal valid after an erasure, and readable while stopped', async () => {
  await run('forget', user.userId);
  await untilSealed();
  expect(await verify('--seals', kept)).toMatchObject({ ok: true, problems: [], seals: { anchored: true } });
  await product.stop();
  const all = await printedSeals();
  expect(await verify('--seals', kept)).toMatchObject({
    ok: true,
    problems: [],
    seals: { count: all.length, treeSize: (JSON.parse(all.at(-1)!) as SignedSeal).treeSize },
  });
});

it('reports a file of another ledger, and goes on sealing', async () => {
  await product.stop();
  dataDir = join(folder, 'other');
  const content = readFileSync(file, 'utf8');
  await start(file);
  const told = await eventually(
    readyz,
    ({ notes, seal_tree_size: size }) => (notes as string[]).length > 0 && Number(size) > 0,
  );
  expect(told['notes']).toEqual([
    expect.stringMatching(/^seals are not published since .*is not in this ledger/),
  ]);
  expect(told['status']).toBe(true);
  const admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  const { body } = await send(`${product.url}/api/admin-operations/`, 'POST', {}, admin.headers);
  expect(body['notes']).toEqual(told['notes']);
  expect(readFileSync(file, 'utf8')).toBe(content);
  auditor = admin;
  const { published } = await read('seals');
  expect(published).toEqual({ to: file, treeSize: null, failingSince: expect.any(String) });
});
