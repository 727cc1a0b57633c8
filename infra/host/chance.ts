import { host } from './host.js';

/** A random UUID, version 4. */
export const randomUUID = (): string => host.randomUuid();

export const randomBytes = (size: number): Buffer => host.randomBytes(size);

/** A whole number from 0 up to, not including, `limit`, which is at most 2^32. The bias is below one in a million for limits up to 4,000. */
export const randomInt = (limit: number): number =>
  Math.floor((host.randomBytes(4).readUInt32BE() / 2 ** 32) * limit);
