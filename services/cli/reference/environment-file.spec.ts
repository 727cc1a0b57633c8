import { expect, it } from '@jest/globals';
import { loadConfig, Settings } from '../../runtime/config.js';
import { environmentFile } from './environment-file.js';

it('lists every setting of one machine, and those to fill in make it fit for production', () => {
  const lines = environmentFile().split('\n');
  const listed = lines.flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? []);
  const missing = Object.keys(Settings.shape).filter((name) => !listed.includes(name));
  expect(missing.filter((name) => !/^(?:SANDBOX|DEMO_DATA)/.test(name))).toEqual([
    'EVENTSTORE_URL',
    'MONGODB_URL',
    'REDIS_URL',
    'MASTER_KEY',
  ]);
  const given = lines.flatMap((line) => [...line.matchAll(/^([A-Z_]+)=(.*)$/g)].map(([, ...pair]) => pair));
  const values = new Map([
    ['PUBLIC_URL', 'https://wallet.example'],
    ['MONNIFY_URL', 'https://api.monnify.com'],
    ['SMTP_URL', 'smtps://user:word@mail.example'],
    ['MAIL_FROM', 'Wallet <no-reply@wallet.example>'],
  ]);
  const filled = given.map(([name = '', value]) => [name, value || (values.get(name) ?? 'k'.repeat(20))]);
  expect(loadConfig(Object.fromEntries(filled) as Record<string, string>)).toMatchObject({
    production: true,
    HEALTH_PORT: 9000,
    TRUST_PROXY: { hops: 1 },
  });
});
