import { Secret, TOTP } from 'otpauth';
import { randomBytes } from '../../../infra/host/chance.js';

/** Seconds. */
const PERIOD = 30;
/**
 * Number of codes before and after the present code that are accepted too, because the device's clock may
 * differ.
 */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Base 32. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });

/** @param issuer name that the authenticator app shows */
export const totpUri = (secret: string, label: string, issuer: string): string =>
  totpOf(secret, label, issuer).toString();

/**
 * Returns `undefined` when the code matches no step near `now`. The caller must refuse steps that were used
 * before.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}
