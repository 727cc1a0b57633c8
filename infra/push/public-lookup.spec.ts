import { describe, expect, it } from '@jest/globals';
import type { lookup } from 'node:dns';
import { isPublicAddress, publicLookup } from './public-lookup.js';

describe('an address', () => {
  it.each(['142.250.75.10', '8.8.8.8', '2a00:1450:4007::200a', '::ffff:8.8.8.8'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a name', () => {
  const resolving = (...addresses: string[]) =>
    ((_name: string, _options: object, answer: (error: null, found: object[]) => void) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup;
  const lookedUp = (addresses: string[], options: object): Promise<unknown> =>
    new Promise((resolve, reject) =>
      publicLookup(resolving(...addresses))('push.test', options, (error, found) =>
        error ? reject(error) : resolve(found),
      ),
    );

  it('that leads to the open internet is connected to', async () => {
    expect(await lookedUp(['8.8.8.8', '8.8.4.4'], {})).toBe('8.8.8.8');
    expect(await lookedUp(['8.8.8.8'], { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['fd00::1']], [[]]])(
    'that leads to %j, in part or whole, is refused',
    async (addresses) => {
      for (const options of [{}, { all: true }])
        await expect(lookedUp(addresses, options)).rejects.toThrow('push.test is not on the open internet');
    },
  );
});
