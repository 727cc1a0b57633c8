import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSecrets } from '../../../infra/crypto/secrets.js';
import { sealText } from '../../contracts/proofs/signed-seal.js';
import {
  installedKeyring,
  installedSealKeys,
  keyringOf,
  publicKeyPem,
  rotateSealKey,
  sealKeyOf,
} from './seal-key.js';

const claims = {
  ledgerId: 'a'.repeat(64),
  treeSize: 12,
  rootHash: 'b'.repeat(64),
  at: '2026-03-01T09:00:00.000Z',
};

let dir: string;
const present = () => sealKeyOf(loadSecrets({ dir, production: true }).sealKey);
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'seal-key-')), 'secrets');
  loadSecrets({ dir, production: false });
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true }));

const signed = () => {
  const key = present();
  return { ...claims, keyId: key.keyId, signature: key.sign(claims) };
};

describe('the key of seals', () => {
  it('has a public key that any tool can verify with', () => {
    const seal = signed();
    const pem = createPublicKey(publicKeyPem(installedSealKeys(dir)[0]!));
    expect(verify(null, Buffer.from(sealText(seal)), pem, Buffer.from(seal.signature, 'hex'))).toBe(true);
  });

  it('follows RFC 8032', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    expect(sealKeyOf(seed).publicKey).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
  });

  it('signs every claim', () => {
    const [seal, keyring] = [signed(), installedKeyring(dir)];
    expect(keyring.objection(seal)).toBeUndefined();
    for (const change of [
      { ledgerId: 'c'.repeat(64) },
      { treeSize: 13 },
      { rootHash: 'c'.repeat(64) },
      { at: '2026-03-01T09:00:00.001Z' },
      { signature: '0'.repeat(128) },
    ])
      expect(keyring.objection({ ...seal, ...change })).toMatch(/signature/);
    expect(keyring.objection({ ...seal, keyId: 'c'.repeat(64) })).toMatch(/none of those known/);
    expect(keyringOf(sealKeyOf(Buffer.alloc(32, 1)).publicKey).objection(seal)).toMatch(
      /none of those known/,
    );
  });

  it('can be rotated, and earlier seals stay valid', () => {
    const before = signed();
    rotateSealKey(dir);
    const after = signed();
    rotateSealKey(dir);
    expect(new Set([before.keyId, after.keyId, present().keyId]).size).toBe(3);
    const keyring = installedKeyring(dir);
    for (const seal of [before, after, signed()]) expect(keyring.objection(seal)).toBeUndefined();
    expect(installedSealKeys(dir)[0]!.keyId).toBe(present().keyId);
    expect(statSync(join(dir, 'seal-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, 'retired-seal-keys'), 'utf8')).not.toContain(
      readFileSync(join(dir, 'seal-key'), 'utf8').trim(),
    );
  });

  it('is named when its file or that of retired keys is damaged', () => {
    rotateSealKey(dir);
    rotateSealKey(dir);
    const retired = join(dir, 'retired-seal-keys');
    writeFileSync(retired, readFileSync(retired, 'utf8').slice(0, 100));
    expect(() => installedSealKeys(dir)).toThrow(/retired-seal-keys, line 2 must hold 64 hexadecimal digits/);
    writeFileSync(join(dir, 'seal-key'), 'xyz');
    expect(() => installedKeyring(dir)).toThrow(/seal-key must hold 64 hexadecimal digits/);
  });

  it('is missing without secrets, and a short text is refused as a key', () => {
    expect(installedSealKeys(join(dir, 'nowhere'))).toEqual([]);
    expect(installedKeyring(join(dir, 'nowhere')).empty).toBe(true);
    expect(() => keyringOf('beef')).toThrow('64 hexadecimal digits');
    expect(() => rotateSealKey(join(dir, 'nowhere'))).toThrow('has no seal-key');
  });
});
