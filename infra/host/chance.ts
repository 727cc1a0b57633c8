import { host } from './host.js';

const RANGE = 2 ** 32;

/** A random UUID, version 4. */
export const randomUUID = (): string => host.randomUuid();

export const randomBytes = (size: number): Buffer => host.randomBytes(size);

/** A whole number from 0 up to, not including, `limit`, each as likely as any other. `limit` is from 1 to 2^32. */
export function randomInt(limit: number): number {
  const fair = RANGE - (RANGE % limit);
  for (;;) {
    // What lies above the last whole multiple would make the small numbers likelier: it is drawn again.
    const drawn = host.randomBytes(4).readUInt32BE();
    if (drawn < fair) return drawn % limit;
  }
}
