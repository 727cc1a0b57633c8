import { Secret, TOTP } from 'otpauth';
import { randomBytes } from '../../../infra/host/chance.js';

/** Seconds that a code is shown for. */
const PERIOD = 30;
/** Clocks of phones may be this many codes before or after ours. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const ISSUER = 'Naira Ledger';

/** A new secret, base 32, as authenticator apps take it typed. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret });

/** What the QR code says to an authenticator app: `otpauth://totp/…`. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/**
 * Which 30 seconds, counted since 1970, the code is of; undefined when it is of none near `now`. Whether it was used before
 * is for the caller to know.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}
