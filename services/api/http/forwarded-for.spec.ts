import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { believeOnlyAddresses, validHops } from './forwarded-for.js';

describe('X-Forwarded-For', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4, 10.0.0.1', '1.2.3.4, 10.0.0.1'],
    ['1.2.3.4:5678, [2001:db8::1]:443, [::1]', '1.2.3.4, 2001:db8::1, ::1'],
    ['call 08031230001', ''],
    ['1.1.1.1, call us', ''],
    ['call us, 1.2.3.4', '1.2.3.4'],
    ['fe80::1%call-us', ''],
    ['1.2.3.4:99999999', ''],
    ['999.1.1.1', ''],
    [',', ''],
    ['1.1.1.1,', ''],
    [`1.1.1.1, ${'1'.repeat(70)}`, ''],
  ])('%j holds the addresses %j', (header, valid) => {
    expect(validHops(header)).toBe(valid);
  });

  it.each([
    [1, 'call 08031230001', '127.0.0.1'],
    [1, '9.9.9.9, call us', '127.0.0.1'],
    [1, 'call us, 1.2.3.4', '1.2.3.4'],
    [2, 'call us, 1.2.3.4', '1.2.3.4'],
    [2, '9.9.9.9, 1.2.3.4', '9.9.9.9'],
    [0, '1.2.3.4', '127.0.0.1'],
  ])('of %i trusted proxies and %j gives the address %s', async (hops, header, address) => {
    const server = fastify({ trustProxy: (_address: string, hop: number) => hop < hops });
    believeOnlyAddresses(server);
    server.get('/', ({ ip }) => ip);
    const answer = await server.inject({ url: '/', headers: { 'x-forwarded-for': header } });
    await server.close();
    expect(answer.body).toBe(address);
  });
});
