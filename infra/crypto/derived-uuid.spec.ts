import { describe, expect, it } from '@jest/globals';
import { uuidsOf } from './keyed-digest.js';

describe('a UUID derived from a name', () => {
  // Ids computed by other implementations. Stored ids must be derived the same way forever.
  it.each([
    ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
    ['5f0a7c3e-7c0b-5d0e-9a55-2f7a1c9be6d4', '₦aira', '35676e59-2d05-5838-a460-c5417e90f986'],
  ])('is version 5 of RFC 9562: %s, %s', (namespace, name, uuid) => {
    expect(uuidsOf(namespace)(name)).toBe(uuid);
  });
});
