import { describe, expect, it } from '@jest/globals';
import { MonitorAccess } from './monitor-access.js';

const TOKEN = 'a-token-of-the-monitor';
const guarded = new MonitorAccess({ production: true, METRICS_TOKEN: TOKEN });
const untold = new MonitorAccess({ production: true });
const from = (remoteAddress: string, headers = {}) => ({ remoteAddress, headers });

describe('figures and faults of a process', () => {
  it('are shown to everyone outside production', () => {
    expect(new MonitorAccess({ production: false }).allows(from('203.0.113.7'))).toBe(true);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are shown to this machine, %s', (address) => {
    for (const access of [guarded, untold]) expect(access.allows(from(address))).toBe(true);
  });

  it.each(['203.0.113.7', '10.0.0.8', '::ffff:203.0.113.7', '127.0.0.1.evil.example'.slice(9), ''])(
    'are not shown to another machine, %s',
    (address) => {
      for (const access of [guarded, untold]) expect(access.allows(from(address))).toBe(false);
    },
  );

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
    'are not shown to clients of a proxy on this machine: %s',
    (header) => expect(untold.allows(from('127.0.0.1', { [header]: '127.0.0.1' }))).toBe(false),
  );

  it('are shown to holders of the token from any address', () => {
    const bearing = (token: string) => from('203.0.113.7', { authorization: `Bearer ${token}` });
    expect(guarded.allows(bearing(TOKEN))).toBe(true);
    for (const token of [`${TOKEN}x`, TOKEN.slice(1), 'undefined']) {
      expect(guarded.allows(bearing(token))).toBe(false);
      expect(untold.allows(bearing(token))).toBe(false);
    }
  });
});
