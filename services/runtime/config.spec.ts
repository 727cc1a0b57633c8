import { describe, expect, it } from '@jest/globals';
import { ConfigInvalid } from '../../infra/config/settings.js';
import { ignoredSettings, loadConfig, loadSecretsDir } from './config.js';

const secrets = {
  MONNIFY_API_KEY: 'd',
  MONNIFY_CONTRACT_CODE: '7059707855',
  PUBLIC_URL: 'https://wallet.example',
  MONNIFY_SECRET_KEY: 'a'.repeat(16),
  VTPASS_SECRET_KEY: 'b'.repeat(16),
  VTPASS_WEBHOOK_SECRET: 'c'.repeat(16),
  MONNIFY_URL: 'https://api.monnify.example',
  VENDORS_FILE: 'vendors.json',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'Wallet <no-reply@wallet.example>',
};

const cluster = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:27017/naira_ledger',
  REDIS_URL: 'redis://127.0.0.1:6379',
  MASTER_KEY: 'ab'.repeat(32),
};

describe('loadConfig', () => {
  it('needs no setting', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      sandboxUrl: 'http://127.0.0.1:4010',
      sandboxStarts: true,
      demoData: true,
    });
    expect(config.VENDOR_REQUERY_SCHEDULE.slice(0, 3)).toEqual([15_000, 30_000, 60_000]);
  });

  it('lists every invalid setting', () => {
    const load = (): unknown => loadConfig({ PORT: '70000', VENDOR_POST_TIMEOUT: 'soon', LOG_LEVEL: 'loud' });
    expect(load).toThrow(ConfigInvalid);
    for (const name of ['PORT', 'VENDOR_POST_TIMEOUT', 'LOG_LEVEL']) expect(load).toThrow(name);
  });

  it('lists invalid, missing and incomplete cluster settings at once', () => {
    const load = (): unknown =>
      loadConfig({
        NODE_ENV: 'production',
        PORT: 'x',
        REDIS_URL: cluster.REDIS_URL,
        VENDOR_NOT_FOUND_AFTER: '1s',
      });
    for (const name of ['PORT', 'MONGODB_URL', 'MONNIFY_API_KEY', 'VENDOR_NOT_FOUND_AFTER'])
      expect(load).toThrow(new RegExp(`^${name}: `, 'm'));
  });

  it('accepts a file outside the data folder or an address for seals, and nothing else', () => {
    for (const fits of ['/mnt/other/seals.jsonl', '../seals.jsonl', 'https://keeper.example/in?token=x'])
      expect(loadConfig({ DATA_DIR: './data', SEAL_PUBLISH: fits }).SEAL_PUBLISH).toBe(fits);
    for (const [given, why] of [
      ['ftp://keeper.example/seals', 'must be the path of a file, or an http or https address'],
      ['https://', 'is no address'],
      ['https://user:word@keeper.example/', 'must hold no user and no password'],
      ['/mnt/other/', 'must name a file, not a folder'],
      ['./data/seals.jsonl', 'must lie outside DATA_DIR'],
      ['data/secrets/seals.jsonl', 'must lie outside DATA_DIR'],
    ] as const)
      expect(() => loadConfig({ DATA_DIR: './data', SEAL_PUBLISH: given })).toThrow(`SEAL_PUBLISH: ${why}`);
  });

  it('names a variable that looks like a setting, and no other', () => {
    expect(ignoredSettings({ VENDOR_FILE: 'x', PORT: '1', PATH: '/bin', HOME: '/root', USER: 'u' })).toEqual([
      'VENDOR_FILE is no setting and is ignored: is it VENDORS_FILE?',
    ]);
  });

  it('reads the secrets folder without the settings that production requires', () => {
    expect(loadSecretsDir({ NODE_ENV: 'production', SECRETS_DIR: '/secrets', PORT: 'x' })).toBe('/secrets');
    expect(loadSecretsDir({ DATA_DIR: '/data' })).toBe('/data/secrets');
  });

  it('requires the source account once transfers are enabled', () => {
    const production = { NODE_ENV: 'production', ...secrets, TRANSFERS_ENABLED: '1' };
    expect(() => loadConfig(production)).toThrow('MONNIFY_SOURCE_ACCOUNT: is required in production');
    expect(loadConfig({ ...production, MONNIFY_SOURCE_ACCOUNT: '1234567890' }).TRANSFERS_ENABLED).toBe(true);
  });

  it('starts no sandbox and no demo data in production, and requires secrets', () => {
    const { VTPASS_SECRET_KEY: _, ...required } = secrets;
    expect(loadConfig({ NODE_ENV: 'production', ...required }).production).toBe(true);
    for (const name of Object.keys(required))
      expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(`${name}: is required in production`);
    const config = loadConfig({ NODE_ENV: 'production', DEMO_DATA: '1', ...secrets });
    expect(config).toMatchObject({ sandboxStarts: false, demoData: false });
  });

  it('requires a second factor in production, unless the setting says otherwise', () => {
    const requires = (environment: Record<string, string>) => loadConfig(environment).secondFactorRequired;
    const production = { NODE_ENV: 'production', ...secrets };
    expect([requires({}), requires(production)]).toEqual([false, true]);
    expect(requires({ ADMIN_SECOND_FACTOR: 'required' })).toBe(true);
    expect(requires({ ...production, ADMIN_SECOND_FACTOR: 'optional' })).toBe(false);
  });

  describe('a not-found rule that could overtake a purchase still in flight', () => {
    const refusal = /^VENDOR_NOT_FOUND_AFTER: must exceed VENDOR_SEND_WITHIN and VENDOR_POST_TIMEOUT/m;
    it.each([
      ['in production', { NODE_ENV: 'production', ...secrets }],
      ['in production, at the sandbox', { NODE_ENV: 'production', ...secrets, SANDBOX: '1' }],
      ['where vendors of a file are bought from', { VENDORS_FILE: 'vendors.json' }],
      ['where Monnify pays', { MONNIFY_URL: 'https://api.monnify.example' }],
      ['where a sandbox of somebody else is asked', { SANDBOX_URL: 'http://sandbox:4010' }],
      ['in a test of those', { NODE_ENV: 'test', VENDORS_FILE: 'vendors.json' }],
    ])('is refused %s', (_, settings) => {
      expect(() => loadConfig({ ...settings, VENDOR_NOT_FOUND_AFTER: '60s' })).toThrow(refusal);
      expect(() => loadConfig({ ...settings, VENDOR_SEND_WITHIN: '4m' })).toThrow(refusal);
      expect(() => loadConfig({ ...settings, VENDOR_POST_TIMEOUT: '270s' })).toThrow(refusal);
      expect(() => loadConfig({ ...settings, VENDOR_NOT_FOUND_AFTER: '110s' })).not.toThrow(refusal);
    });

    it.each(['http://127.0.0.1:5000', 'http://localhost:5000', 'http://[::1]:5000', ''])(
      'is accepted when only the local sandbox sells: %j',
      (SANDBOX_URL) => {
        expect(loadConfig({ SANDBOX_URL, VENDOR_NOT_FOUND_AFTER: '1s' }).VENDOR_NOT_FOUND_AFTER).toBe(1_000);
      },
    );
  });

  it('requires an https PUBLIC_URL in production: cookies need Secure and __Host-', () => {
    const production = { NODE_ENV: 'production', ...secrets };
    for (const name of ['PUBLIC_URL', 'MONNIFY_URL'])
      expect(() => loadConfig({ ...production, [name]: 'http://wallet.example' })).toThrow(
        `${name}: must begin with https:// in production`,
      );
    expect(loadConfig({ PUBLIC_URL: 'http://wallet.example' }).PUBLIC_URL).toBe('http://wallet.example');
  });

  it('requires the keys of the payment providers that are on, and of no other', () => {
    const production: Record<string, string> = { NODE_ENV: 'production', ...secrets };
    const both = { ...production, FUNDING_PROVIDERS: 'monnify, paystack,monnify' };
    expect(() => loadConfig(both)).toThrow(
      /^PAYSTACK_SECRET_KEY: is required[^]*^PAYSTACK_URL: is required/m,
    );
    const keys = {
      PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
      PAYSTACK_URL: 'https://api.paystack.example',
    };
    expect(loadConfig({ ...both, ...keys }).FUNDING_PROVIDERS).toEqual(['monnify', 'paystack']);
    const withoutMonnify = Object.fromEntries(
      Object.entries({ ...production, ...keys, FUNDING_PROVIDERS: 'paystack' }).filter(
        ([name]) => !name.startsWith('MONNIFY_'),
      ),
    );
    expect(loadConfig(withoutMonnify).FUNDING_PROVIDERS).toEqual(['paystack']);
    expect(() => loadConfig({ ...withoutMonnify, TRANSFERS_ENABLED: '1' })).toThrow(
      'TRANSFERS_ENABLED: needs monnify',
    );
    const none = { ...production, MONNIFY_SECRET_KEY: '', MONNIFY_URL: '', FUNDING_PROVIDERS: 'none' };
    expect(loadConfig(none).FUNDING_PROVIDERS).toEqual([]);
    for (const FUNDING_PROVIDERS of [',', 'monify', 'monnify,', 'monnify,none'])
      expect(() => loadConfig({ FUNDING_PROVIDERS })).toThrow('FUNDING_PROVIDERS');
    expect(loadConfig({}).FUNDING_PROVIDERS).toEqual(['monnify']);
  });

  it.each(['MONNIFY_SECRET_KEY', 'VTPASS_SECRET_KEY', 'VTPASS_WEBHOOK_SECRET'])(
    'refuses a %s in production that is too short',
    (name) => {
      const production = { NODE_ENV: 'production', ...secrets };
      expect(() => loadConfig({ ...production, [name]: 'x'.repeat(15) })).toThrow(
        new RegExp(`^${name}: `, 'm'),
      );
      expect(() => loadConfig({ ...production, [name]: 'x'.repeat(16) })).not.toThrow();
    },
  );

  it.each(['PIN_ATTEMPTS_MAX', 'RATE_LIMIT_LOGIN_FAILURES', 'RATE_LIMIT_CODES', 'BVN_TRIES_MAX'])(
    'refuses a %s in production that is too loose',
    (name) => {
      const loose = { [name]: '100000' };
      expect(() => loadConfig({ NODE_ENV: 'production', ...secrets, ...loose })).toThrow(
        `${name}: must be at most`,
      );
      expect(() => loadConfig(loose)).not.toThrow();
    },
  );

  it('parses TRUST_PROXY as a number of proxies or as networks', () => {
    const trusted = (text: string): unknown => loadConfig({ TRUST_PROXY: text }).TRUST_PROXY;
    expect(loadConfig({}).TRUST_PROXY).toEqual({ hops: 0 });
    expect(trusted('1')).toEqual({ hops: 1 });
    expect(trusted('10.0.0.0/8, 127.0.0.1,fd00::/8')).toEqual({
      networks: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'],
    });
    for (const text of ['true', '99', '-1', '10.0.0.0/33', '10.0.0', '1,10.0.0.0/8', '::1/129', 'a.example'])
      expect(() => trusted(text)).toThrow('TRUST_PROXY: must be a number of proxies');
  });

  it('uses the embedded stores without cluster settings, and the cluster with all of them', () => {
    expect(loadConfig({}).cluster).toBeUndefined();
    expect(loadConfig({ MASTER_KEY: cluster.MASTER_KEY }).cluster).toBeUndefined();
    expect(loadConfig({ ...cluster, MASTER_KEY: '' }).cluster?.masterKey).toBeUndefined();
    expect(loadConfig(cluster).cluster).toEqual({
      eventStoreUrl: cluster.EVENTSTORE_URL,
      mongoUrl: cluster.MONGODB_URL,
      redisUrl: cluster.REDIS_URL,
      masterKey: Buffer.alloc(32, 0xab),
    });
  });

  it('refuses an incomplete cluster and names every missing setting', () => {
    const load = (): unknown => loadConfig({ EVENTSTORE_URL: cluster.EVENTSTORE_URL });
    for (const name of ['MONGODB_URL', 'REDIS_URL'])
      expect(load).toThrow(`${name}: is required beside EVENTSTORE_URL`);
    expect(load).not.toThrow(/^EVENTSTORE_URL:/m);
  });

  it('names the store address that is invalid', () => {
    const wrong = { EVENTSTORE_URL: 'localhost:2113', MONGODB_URL: 'x', REDIS_URL: 'y', MASTER_KEY: 'z' };
    for (const name of Object.keys(wrong)) expect(() => loadConfig(wrong)).toThrow(`${name}: must `);
  });

  it('starts no sandbox when SANDBOX_URL is set', () => {
    expect(loadConfig({ SANDBOX_URL: 'http://127.0.0.1:5000' })).toMatchObject({
      sandboxStarts: false,
      sandboxUrl: 'http://127.0.0.1:5000',
    });
  });
});
