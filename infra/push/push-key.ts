import { createECDH } from 'node:crypto';

/** Who we are to push services (VAPID, RFC 8292). */
export interface PushKey {
  /** What a browser is told when it subscribes: an uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  /** base64url. */
  readonly privateKey: string;
}

/** @param secret 32 bytes, the private key. @throws where it is no key of P-256 */
export function pushKeyOf(secret: Buffer): PushKey {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: secret.toString('base64url'),
  };
}
