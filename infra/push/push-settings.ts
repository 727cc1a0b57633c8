import { createECDH } from 'node:crypto';
import { z } from 'zod';
import type { SettingsOf } from '../config/settings.js';

const BROWSERS = 'fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com';

export const PUSH_SETTINGS = {
  PUSH_SERVICES: z
    .string()
    .max(2_000)
    .default(BROWSERS)
    .describe(
      'push services that a browser may name, separated by commas: hosts, reached over https alone; or an address (`https://push.example.com:8443`), for one of your own that may be in a private network',
    ),
};

export type PushSettings = SettingsOf<typeof PUSH_SETTINGS>;

/** Key by which push services recognise our server (VAPID, RFC 8292). */
export interface PushKey {
  /** Public key for browsers: an uncompressed point of P-256 in base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * @param secret private key of 32 bytes
 * @throws when `secret` is no valid key of P-256
 */
export function pushKeyOf(secret: Buffer): PushKey {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: secret.toString('base64url'),
  };
}
