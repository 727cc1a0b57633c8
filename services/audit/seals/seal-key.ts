import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIn, readKey, SEAL_KEY_FILE, secretText } from '../../../infra/crypto/secrets.js';
import { randomBytes } from '../../../infra/host/chance.js';
import { type SealClaims, sealText } from '../../contracts/proofs/signed-seal.js';

// DER prefixes of 32-byte Ed25519 keys (RFC 8410).
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/** File with the retired public keys, which verify earlier seals. Each line contains one key. */
const RETIRED_KEYS_FILE = 'retired-seal-keys';

export interface PublicSealKey {
  /** SHA-256 of the public key, hexadecimal. */
  readonly keyId: string;
  /** 32 bytes, hexadecimal. */
  readonly publicKey: string;
}

export interface SealKey extends PublicSealKey {
  /** Ed25519, hexadecimal. */
  sign(claims: Omit<SealClaims, 'keyId'>): string;
}

const publicSealKey = (publicKey: Buffer): PublicSealKey => ({
  keyId: createHash('sha256').update(publicKey).digest('hex'),
  publicKey: publicKey.toString('hex'),
});

/** @param seed secret of the installation, 32 bytes long */
export function sealKeyOf(seed: Uint8Array): SealKey {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const known = publicSealKey(der.subarray(PUBLIC_PREFIX.length));
  return {
    ...known,
    sign: (claims) =>
      sign(null, Buffer.from(sealText({ ...claims, keyId: known.keyId })), key).toString('hex'),
  };
}

/**
 * @param publicKey 32 bytes, written in hexadecimal
 * @throws Error with a one-line message when `publicKey` is malformed
 */
function publicKeyOf(publicKey: string): KeyObject {
  const bytes = Buffer.from(publicKey, 'hex');
  if (bytes.length !== KEY_BYTES || publicKey.length !== 2 * KEY_BYTES)
    throw new Error('a public key of seals has 64 hexadecimal digits');
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
}

/** @param publicKey 32 bytes */
export const isSignedBy = (publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, text, publicKeyOf(Buffer.from(publicKey).toString('hex')), signature);

export class SealKeyring {
  private readonly keys = new Map<string, KeyObject>();

  constructor(keys: readonly PublicSealKey[]) {
    for (const { keyId, publicKey } of keys) this.keys.set(keyId, publicKeyOf(publicKey));
  }

  get empty(): boolean {
    return this.keys.size === 0;
  }

  objection(claims: SealClaims & { readonly signature: string }): string | undefined {
    const key = this.keys.get(claims.keyId);
    if (!key) return `it was signed by the key ${claims.keyId}, which is none of those known`;
    const signed = verify(null, Buffer.from(sealText(claims)), key, Buffer.from(claims.signature, 'hex'));
    return signed ? undefined : 'its signature is not that of its key';
  }
}

/** The present public key comes first, then the retired keys. */
export function installedSealKeys(secretsDir: string): PublicSealKey[] {
  if (!existsSync(join(secretsDir, SEAL_KEY_FILE))) return [];
  const { keyId, publicKey } = sealKeyOf(readKey(secretsDir, SEAL_KEY_FILE));
  const retired = join(secretsDir, RETIRED_KEYS_FILE);
  const lines = existsSync(retired) ? secretText(retired).split(/\r?\n/) : [];
  const earlier = lines.flatMap((line, index) =>
    line === '' ? [] : [publicSealKey(keyIn(line, `${retired}, line ${index + 1}`))],
  );
  return [{ keyId, publicKey }, ...earlier];
}

export const installedKeyring = (secretsDir: string): SealKeyring =>
  new SealKeyring(installedSealKeys(secretsDir));

/**
 * @param publicKey 64 hexadecimal digits
 * @throws Error with a one-line message when `publicKey` is malformed
 */
export function publicKeyIn(publicKey: string): PublicSealKey {
  publicKeyOf(publicKey);
  return publicSealKey(Buffer.from(publicKey, 'hex'));
}

export const keyringOf = (publicKey: string): SealKeyring => new SealKeyring([publicKeyIn(publicKey)]);

export const publicKeyPem = ({ publicKey }: PublicSealKey): string =>
  publicKeyOf(publicKey).export({ format: 'pem', type: 'spki' }).toString();

/**
 * The server uses the new key from its next start. The old public key is stored too, so that older seals stay
 * valid.
 * @throws Error with a one-line message when there is no old key
 */
export function rotateSealKey(secretsDir: string): void {
  const [present] = installedSealKeys(secretsDir);
  if (!present) throw new Error(`SECRETS_DIR ${secretsDir} has no ${SEAL_KEY_FILE}`);
  const options = { mode: 0o600, flush: true } as const;
  appendFileSync(join(secretsDir, RETIRED_KEYS_FILE), `${present.publicKey}\n`, options);
  const path = join(secretsDir, SEAL_KEY_FILE);
  writeFileSync(`${path}.new`, `${randomBytes(KEY_BYTES).toString('hex')}\n`, options);
  renameSync(`${path}.new`, path);
}
