import { describe, expect, it } from '@jest/globals';
import { ConfigInvalid, loadConfig, loadSecretsDir } from './config.js';

const secrets = {
  MONNIFY_API_KEY: 'd',
  MONNIFY_CONTRACT_CODE: '7059707855',
  MONNIFY_SECRET_KEY: 'a',
  VTPASS_SECRET_KEY: 'b',
  VTPASS_WEBHOOK_SECRET: 'c'.repeat(16),
  MONNIFY_URL: 'https://api.monnify.example',
  VENDORS_FILE: 'vendors.json',
  SMTP_URL: 'smtps://user:password@mail.example',
};

const cluster = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:27017/naira_ledger',
  REDIS_URL: 'redis://127.0.0.1:6379',
  MASTER_KEY: 'ab'.repeat(32),
};

describe('loadConfig', () => {
  it('needs nothing', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      sandboxUrl: 'http://127.0.0.1:4010',
      sandboxStarts: true,
      demoData: true,
    });
    expect(config.VENDOR_REQUERY_SCHEDULE.slice(0, 3)).toEqual([15_000, 30_000, 60_000]);
  });

  it('lists everything that is wrong', () => {
    const load = (): unknown => loadConfig({ PORT: '70000', VENDOR_POST_TIMEOUT: 'soon', LOG_LEVEL: 'loud' });
    expect(load).toThrow(ConfigInvalid);
    for (const name of ['PORT', 'VENDOR_POST_TIMEOUT', 'LOG_LEVEL']) expect(load).toThrow(name);
  });

  it('lists what is wrong, what is missing and what is half of a cluster in one go', () => {
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

  it('asks for nothing of what money needs where only keys are made', () => {
    expect(loadSecretsDir({ NODE_ENV: 'production', SECRETS_DIR: '/secrets', PORT: 'x' })).toBe('/secrets');
    expect(loadSecretsDir({ DATA_DIR: '/data' })).toBe('/data/secrets');
  });

  it('asks for the account that transfers are paid from once they are switched on', () => {
    const production = { NODE_ENV: 'production', ...secrets, TRANSFERS_ENABLED: '1' };
    expect(() => loadConfig(production)).toThrow('MONNIFY_SOURCE_ACCOUNT: is required in production');
    expect(loadConfig({ ...production, MONNIFY_SOURCE_ACCOUNT: '1234567890' }).TRANSFERS_ENABLED).toBe(true);
  });

  it('starts no sandbox and no demo data in production, and demands secrets there', () => {
    for (const name of Object.keys(secrets))
      expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(`${name}: is required in production`);
    const config = loadConfig({ NODE_ENV: 'production', DEMO_DATA: '1', ...secrets });
    expect(config).toMatchObject({ sandboxStarts: false, demoData: false });
  });

  it('refuses a not-found rule that could overtake a purchase still in flight, in production', () => {
    expect(() => loadConfig({ NODE_ENV: 'production', ...secrets, VENDOR_NOT_FOUND_AFTER: '60s' })).toThrow(
      'VENDOR_NOT_FOUND_AFTER',
    );
  });

  it('takes the embedded stores when no cluster store is named, and the cluster when all are', () => {
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

  it('refuses half a cluster and names every missing half', () => {
    const load = (): unknown => loadConfig({ EVENTSTORE_URL: cluster.EVENTSTORE_URL });
    for (const name of ['MONGODB_URL', 'REDIS_URL'])
      expect(load).toThrow(`${name}: is required beside EVENTSTORE_URL`);
    expect(load).not.toThrow(/^EVENTSTORE_URL:/m);
  });

  it('says which address of a store is none', () => {
    const wrong = { EVENTSTORE_URL: 'localhost:2113', MONGODB_URL: 'x', REDIS_URL: 'y', MASTER_KEY: 'z' };
    for (const name of Object.keys(wrong)) expect(() => loadConfig(wrong)).toThrow(`${name}: must `);
  });

  it('does not repeat itself when a sandbox runs elsewhere', () => {
    expect(loadConfig({ SANDBOX_URL: 'http://127.0.0.1:5000' })).toMatchObject({
      sandboxStarts: false,
      sandboxUrl: 'http://127.0.0.1:5000',
    });
  });
});
