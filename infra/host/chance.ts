import { host } from './host.js';

const RANGE = 2 ** 32;

export const randomUUID = (): string => host.randomUuid();

export const randomBytes = (size: number): Buffer => host.randomBytes(size);

/** Returns a random integer from 0 up to `limit` - 1, all equally likely. `limit` is from 1 to 2^32. */
export function randomInt(limit: number): number {
  const fair = RANGE - (RANGE % limit);
  for (;;) {
    // Reject numbers of `fair` or more. Otherwise, small results would be more likely than large ones.
    const drawn = host.randomBytes(4).readUInt32BE();
    if (drawn < fair) return drawn % limit;
  }
}
