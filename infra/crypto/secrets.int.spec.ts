import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMasterKey, loadPushSecret, loadSecrets, makeClusterSecrets } from './secrets.js';

describe('secrets', () => {
  let dir: string;
  beforeEach(() => {
    dir = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'secrets');
  });
  afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

  it('are created at the first start, differ, and stay', () => {
    const secrets = loadSecrets({ dir, production: false });
    const keys = Object.values(secrets).map((key: Buffer) => key.toString('hex'));
    expect(new Set(keys).size).toBe(4);
    expect(keys.every((key) => key.length === 64)).toBe(true);
    expect(loadSecrets({ dir, production: true })).toEqual(secrets);
  });

  it('are readable by their owner only', () => {
    loadSecrets({ dir, production: false });
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  it('are never created in production', () => {
    expect(() => loadSecrets({ dir, production: true })).toThrow(
      /^SECRETS_DIR .* has no pin-pepper, .*restore the folder from its backup, or.* make-secrets$/,
    );
  });

  it('stop the start in any mode when some are lost or damaged', () => {
    loadSecrets({ dir, production: false });
    rmSync(join(dir, 'session-key'));
    expect(() => loadSecrets({ dir, production: false })).toThrow(
      /has no session-key: restore the folder from its backup$/,
    );
    writeFileSync(join(dir, 'session-key'), 'short');
    expect(() => loadSecrets({ dir, production: false })).toThrow(
      /session-key must hold 64 hexadecimal digits/,
    );
    rmSync(join(dir, 'session-key'));
    mkdirSync(join(dir, 'session-key'));
    expect(() => loadSecrets({ dir, production: true })).toThrow(/^.*session-key cannot be read: EISDIR/);
  });

  it('stop the start when the one for push services is damaged', () => {
    makeClusterSecrets(dir);
    writeFileSync(join(dir, 'push-key'), 'short');
    expect(() => loadSecrets({ dir, production: true })).toThrow(/push-key must hold 64 hexadecimal digits/);
  });

  it('of a cluster are created once and shared', () => {
    expect(() => loadMasterKey(dir)).toThrow(/make-secrets/);
    expect(makeClusterSecrets(dir)).toHaveLength(6);
    const [secrets, masterKey] = [loadSecrets({ dir, production: true }), loadMasterKey(dir)];
    expect(masterKey).toHaveLength(32);
    expect(makeClusterSecrets(dir)).toEqual([]);
    expect([loadSecrets({ dir, production: true }), loadMasterKey(dir)]).toEqual([secrets, masterKey]);
  });

  it('for push services are created for an older ledger too, but not in production', () => {
    loadSecrets({ dir, production: false });
    expect(loadPushSecret({ dir, production: true })).toBeUndefined();
    const made = loadPushSecret({ dir, production: false });
    expect(made).toHaveLength(32);
    expect(loadPushSecret({ dir, production: true })).toEqual(made);
  });

  it('of a ledger that moves into a cluster are kept, and lost ones are not replaced', () => {
    const secrets = loadSecrets({ dir, production: false });
    expect(makeClusterSecrets(dir)).toEqual(['master-key', 'push-key']);
    expect(loadSecrets({ dir, production: true })).toEqual(secrets);
    rmSync(join(dir, 'seal-key'));
    expect(() => makeClusterSecrets(dir)).toThrow(/has no seal-key: restore/);
  });
});
