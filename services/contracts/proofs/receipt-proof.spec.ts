import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { Proofs } from '../../audit/proofs/proofs.js';
import { isSignedBy, sealKeyOf } from '../../audit/seals/seal-key.js';
import { Sealer } from '../../audit/seals/sealer.js';
import { writeLedger } from '../../audit/testing/a-ledger.js';
import { withStoredBytes } from '../../audit/testing/stored-bytes.js';
import { checkReceiptProof, type ProofTools, type ReceiptProof } from './receipt-proof.js';

const TOOLS: ProofTools = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  verifyEd25519: async (publicKey, text, signature) => isSignedBy(publicKey, text, signature),
};
const key = sealKeyOf(Buffer.alloc(32, 7));

let proof: ReceiptProof;
let other: ReceiptProof;
beforeAll(async () => {
  const store = withStoredBytes(new MemoryEventStore());
  await writeLedger(store);
  await new Sealer(store, key).seal(new AbortController().signal);
  const proofs = new Proofs(store, () => [key]);
  proof = (await proofs.ofPurchase('ada', 'sold'))!;
  other = (await proofs.ofPurchase('ada', 'failed'))!;
});

const partsOf = async (document: unknown, trusted?: string) =>
  (await checkReceiptProof(document, TOOLS, trusted)).parts.filter(({ ok }) => !ok).map(({ part }) => part);
const withText = (change: (text: string) => string): ReceiptProof => ({
  ...proof,
  events: proof.events.map((event) => ({ ...event, text: change(event.text) })),
});
/** Forged proof whose hashes fit the changed texts. */
const rehashed = (forged: ReceiptProof): ReceiptProof => ({
  ...forged,
  events: forged.events.map((event) => ({
    ...event,
    hash: createHash('sha256').update(event.text).digest('hex'),
  })),
});

describe('the proof of a receipt', () => {
  it('holds, and gives the purchase', async () => {
    const checked = await checkReceiptProof(JSON.parse(JSON.stringify(proof)), TOOLS, key.publicKey);
    expect(checked).toMatchObject({
      valid: true,
      receipt: { priceKobo: '10000', service: 'airtime', outcome: 'PurchaseCaptured' },
    });
    expect(await partsOf(proof)).toEqual([]);
    expect(await partsOf(other)).toEqual([]);
  });

  it('fails when one kobo is changed, with or without a matching hash', async () => {
    const changed = withText((text) => text.replaceAll('"10000"', '"10001"'));
    expect(await partsOf(changed)).toEqual(['event', 'event']);
    expect(await partsOf(rehashed(changed))).toEqual(['inclusion', 'inclusion']);
  });

  it('fails when any other part is changed', async () => {
    const [first, ...rest] = proof.events;
    const [hash = '', ...path] = first!.path;
    const { seal } = proof;
    const forged: readonly (readonly [ReceiptProof, readonly string[]])[] = [
      [{ ...proof, events: [{ ...first!, position: first!.position + 1 }, ...rest] }, ['inclusion']],
      [{ ...proof, events: [{ ...first!, path }, ...rest] }, ['inclusion']],
      [{ ...proof, events: [{ ...first!, path: [...path, hash] }, ...rest] }, ['inclusion']],
      [{ ...proof, events: [...proof.events].reverse() }, ['purchase']],
      [{ ...proof, events: [first!, other.events.at(-1)!] }, ['purchase']],
      [{ ...proof, seal: { ...seal, at: '2026-03-01T09:00:00.001Z' } }, ['signature']],
      [{ ...proof, seal: { ...seal, treeSize: seal.treeSize + 1 } }, ['signature']],
      [{ ...proof, seal: { ...seal, ledgerId: '0'.repeat(64) } }, ['signature']],
      [{ ...proof, seal: { ...seal, signature: '0'.repeat(128) } }, ['signature']],
      [{ ...proof, seal: { ...seal, rootHash: '0'.repeat(64) } }, ['inclusion', 'inclusion', 'signature']],
    ];
    for (const [document, parts] of forged) {
      const wrong = await partsOf(document);
      expect(wrong).toEqual(expect.arrayContaining([...parts]));
    }
  });

  it('by a forger with another key fails against the trusted key', async () => {
    const forger = sealKeyOf(Buffer.alloc(32, 8));
    const seal = { ...proof.seal, keyId: forger.keyId };
    const forged = { ...proof, publicKey: forger.publicKey, seal: { ...seal, signature: forger.sign(seal) } };
    expect(await partsOf(forged)).toEqual([]);
    expect(await partsOf(forged, key.publicKey)).toEqual(['key']);
    expect(await partsOf({ ...proof, publicKey: forger.publicKey })).toEqual(['key', 'signature']);
    expect(await partsOf(proof, ` ${key.publicKey.toUpperCase()} `)).toEqual([]);
  });

  it('is undefined for any other document', async () => {
    const { events, seal } = proof;
    for (const none of [
      null,
      1,
      'proof',
      [],
      {},
      { ...proof, version: 2 },
      { ...proof, events: [] },
      { ...proof, events: Array(21).fill(events[0]) },
      { ...proof, events: [{ ...events[0], path: [1] }] },
      { ...proof, events: [{ ...events[0], position: 0 }] },
      { ...proof, seal: { ...seal, rootHash: 'X'.repeat(64) } },
      { ...proof, seal: { ...seal, treeSize: 1.5 } },
      { ...proof, publicKey: 'aa' },
    ])
      expect(await partsOf(none)).toEqual(['document']);
  });

  it('fails, with an explanation, where signatures cannot be checked', async () => {
    const blind = { ...TOOLS, verifyEd25519: () => Promise.reject(new Error('not here')) };
    const { valid, parts } = await checkReceiptProof(proof, blind);
    expect(valid).toBe(false);
    expect(parts.at(-1)?.says).toContain('cannot check Ed25519');
  });
});
