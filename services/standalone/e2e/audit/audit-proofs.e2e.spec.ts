import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, startStandalone, type Running } from '../../../../infra/testing/product.js';
import { isSignedBy, keyringOf } from '../../../audit/seals/seal-key.js';
import {
  AUDIT_ANSWERS,
  AUDIT_PATHS,
  type AuditAnswer,
  type AuditRead,
} from '../../../contracts/admin/audit.contract.js';
import { bytesOfHex, type Sha256, verifyConsistency } from '../../../contracts/proofs/merkle-proofs.js';
import { checkReceiptProof } from '../../../contracts/proofs/receipt-proof.js';
import { readPdf } from '../../../documents/testing/read-pdf.js';
import { eventually, send, signIn, type SignedIn } from '../../testing/callers.js';

/**
 * Checks an auditor's proofs without the ledger. Has its own product: it seals often, and every seal is read.
 */
let folder: string;
let product: Running;
let auditor: SignedIn;
let customer: SignedIn;
let reference: string;

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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-proofs-'));
  product = await startStandalone({
    DATA_DIR: folder,
    SANDBOX_LATENCY_MS: '5',
    LOG_LEVEL: 'error',
    SEAL_EVERY: '100ms',
  });
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  // Buying after a seal causes another one.
  await eventually(
    () => read('seals'),
    ({ seals }) => seals.length > 0,
  );
  const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
  const { body } = await send(`${product.url}/api/buycard/`, 'POST', order, customer.headers);
  reference = String(body['reference']);
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

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
    const answer = await fetch(`${product.url}/api/receipt/${reference}.pdf`, { headers: customer.headers });
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
  const file = join(folder, 'downloaded.json');
  writeFileSync(file, text);
  const { keys } = await read('seals');
  const told = await ledger(folder, ['verify-proof', file, '--key', keys[0]!.publicKey, '--json']);
  expect(JSON.parse(told)).toMatchObject({ valid: true, receipt: { reference } });
  writeFileSync(file, 'null');
  await expect(ledger(folder, ['verify-proof', file])).rejects.toThrow(/ended with 1: .*no proof/s);
});
