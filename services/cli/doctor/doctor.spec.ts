import { describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { fact } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { MailRefused } from '../../../infra/mail/mailer.js';
import { Administrators } from '../../administrators/administrators.js';
import { CATALOG_STREAM } from '../../catalog/catalog.events.js';
import { SEED } from '../../catalog/seed/seed.js';
import type { CheckedVendor } from '../../catalog/vendor-check/check-vendors.handler.js';
import { ProviderUnavailable } from '../../vendors/payment-provider.js';
import type { Answered } from './check-address.js';
import { checkAddress } from './check-address.js';
import { checkCatalog, readCatalog } from './check-catalog.js';
import { checkProvider } from './check-funding.js';
import { checkBackup, checkClock, checkDisk, checkServer } from './check-machine.js';
import { checkMail } from './check-mail.js';
import { checkOwners, readOwners } from './check-owners.js';
import { checkSettings, compareSettings, settingDigests } from './check-settings.js';
import { checkedVendors } from './check-vendors.js';
import type { DoctorLine } from './doctor-line.js';

const NOW = Date.parse('2026-11-29T12:00:00.000Z');
const HOUR = 3_600_000;
const MEGABYTE = 1 << 20;
const faults = (lines: readonly DoctorLine[]): string[] =>
  lines.filter(({ result }) => result === 'wrong').map(({ text }) => text);
const results = (lines: readonly DoctorLine[]): string[] => lines.map(({ result }) => result);
const named = (part: string): unknown => expect.stringContaining(part);

const PRODUCTION = {
  NODE_ENV: 'production',
  SANDBOX: '1',
  PUBLIC_URL: 'https://wallet.example',
  MONNIFY_SECRET_KEY: 'a'.repeat(16),
  VTPASS_WEBHOOK_SECRET: 'c'.repeat(16),
};

describe('the check of settings', () => {
  it('is right in production, and says what is fake', () => {
    const { lines, config } = checkSettings(PRODUCTION);
    expect(results(lines)).toEqual(['right', 'note']);
    expect(config?.production).toBe(true);
  });

  it('names a misspelt setting with the nearest one', () => {
    const { lines, config } = checkSettings({ ...PRODUCTION, MONIFY_URL: 'https://api.monnify.example' });
    expect(faults(lines)).toEqual(['MONIFY_URL is no setting and is ignored: is it MONNIFY_URL?']);
    expect(config).toBeDefined();
  });

  it('names every wrong setting, and then has no configuration', () => {
    const { lines, config } = checkSettings({ NODE_ENV: 'production', PORT: 'x', SMTP_ULR: 'smtp://x' });
    expect(faults(lines)).toEqual(
      expect.arrayContaining([
        named('PORT: '),
        named('MONNIFY_API_KEY: is required'),
        named('is it SMTP_URL?'),
      ]),
    );
    expect(config).toBeUndefined();
  });

  it('finds development, and a file of vendors that cannot be read', () => {
    expect(faults(checkSettings({}).lines)).toEqual([named('NODE_ENV is development')]);
    expect(faults(checkSettings({ ...PRODUCTION, VENDORS_FILE: '/none.json' }).lines)).toEqual([
      named('VENDORS_FILE /none.json'),
    ]);
  });

  it('names the settings that the running server has otherwise, without their values', () => {
    const ours = settingDigests(checkSettings(PRODUCTION).config!);
    const theirs = settingDigests(checkSettings({ ...PRODUCTION, MAIL_FROM: 'secret@x.example' }).config!);
    expect(compareSettings(ours, ours)).toEqual([]);
    expect(faults(compareSettings(ours, theirs))).toEqual([named('has another MAIL_FROM: restart it')]);
    expect(JSON.stringify(theirs)).not.toContain('secret@');
  });
});

describe('the check of the address', () => {
  const settings = { PUBLIC_URL: 'https://wallet.example', TRUST_PROXY: { hops: 1 } };
  const lines = (given: Partial<typeof settings>, answer: Answered | Error, served = true) =>
    checkAddress(
      { ...settings, ...given },
      {
        call: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
        served,
        nowMs: NOW,
      },
    );
  const days = (count: number, lifetime = 90) => {
    const ends = NOW + count * 24 * HOUR;
    return { status: 200, certificate: { begins: ends - lifetime * 24 * HOUR, ends } };
  };

  it('is right when it answers with a certificate that lasts', async () => {
    expect(await lines({}, days(14))).toEqual([
      { check: 'address', result: 'right', text: named('lasts 14 days') },
    ]);
  });

  it.each<[string, Promise<readonly DoctorLine[]>]>([
    [
      'set PUBLIC_URL',
      checkAddress(
        { TRUST_PROXY: { hops: 1 } },
        { call: () => Promise.reject(new Error()), served: true, nowMs: NOW },
      ),
    ],
    ['must begin with https', lines({ PUBLIC_URL: 'http://wallet.example' }, { status: 200 })],
    ['TRUST_PROXY is 0', lines({ TRUST_PROXY: { hops: 0 } }, days(90))],
    ['ends in 13 days', lines({}, days(13.9))],
    ['ends in 1 hours', lines({}, days(0.08, 0.5))],
    ['answers 502', lines({}, { status: 502 })],
    ['is not reached (CERT_HAS_EXPIRED)', lines({}, new Error('CERT_HAS_EXPIRED'))],
  ])('finds: %s', async (fault, found) => {
    expect(faults(await found)).toEqual([named(fault)]);
  });

  it('is right with a certificate of hours that is renewed in time', async () => {
    expect(faults(await lines({}, days(0.09, 0.5)))).toEqual([]);
  });

  it('expects no answer of a stopped server', async () => {
    expect(results(await lines({}, { status: 502 }, false))).toEqual(['note']);
  });
});

describe('the check of mail', () => {
  const settings = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Wallet <no-reply@wallet.example>' };
  const sent: string[] = [];
  const mailer = {
    check: () => Promise.resolve(),
    send: ({ to }: { to: string }) => Promise.resolve(void sent.push(to)),
  };

  it('sends a test to a given address alone', async () => {
    expect(results(await checkMail(settings, mailer, undefined))).toEqual(['right']);
    expect(sent).toEqual([]);
    expect(results(await checkMail(settings, mailer, 'owner@people.test'))).toEqual(['right']);
    expect(sent).toEqual(['owner@people.test']);
  });

  it('finds a server that refuses the log-in, and one that refuses the test', async () => {
    const away = { ...mailer, check: () => Promise.reject(new Error('EAUTH 535')) };
    expect(faults(await checkMail(settings, away, undefined))).toEqual(['EAUTH 535: check SMTP_URL']);
    const refusing = { ...mailer, send: () => Promise.reject(new MailRefused('refused 550')) };
    expect(faults(await checkMail(settings, refusing, 'gone@people.test'))).toEqual([
      named('check MAIL_FROM'),
    ]);
  });

  it('says that the sandbox takes the mails', async () => {
    expect(results(await checkMail({ ...settings, SMTP_URL: undefined }, mailer, undefined))).toEqual([
      'note',
      'right',
    ]);
  });
});

const vendor = (...lines: CheckedVendor['lines']): CheckedVendor => ({
  code: 1,
  name: 'Platinum',
  lines,
  resumed: false,
});

describe('the check of vendors', () => {
  it('makes one line of what is right, and one of each fault', () => {
    const right = { check: 'credentials', result: 'right', text: 'it accepts our keys' } as const;
    const unlisted = { check: 'codes', result: 'unknown', text: 'it offers no list' } as const;
    const empty = { check: 'balance', result: 'wrong', text: 'fill the account', said: 'Low' } as const;
    expect(checkedVendors([vendor(right, unlisted)], true)).toEqual([
      { check: 'vendors', result: 'right', text: '1 Platinum: credentials' },
    ]);
    expect(faults(checkedVendors([vendor(right, empty)], true))).toEqual([
      '1 Platinum, balance: fill the account: “Low”',
    ]);
  });

  it('does not know a vendor that is silent', () => {
    const silent = { check: 'credentials', result: 'unknown', text: 'it did not answer' } as const;
    expect(results(checkedVendors([vendor(silent)], true))).toEqual(['unknown']);
  });

  it('expects webhooks of a running server alone, and leaves clocks to another check', () => {
    const webhook = { check: 'webhook', result: 'wrong', text: 'answers 502' } as const;
    const clock = { check: 'clock', result: 'wrong', text: 'our clock is 90 s behind' } as const;
    expect(results(checkedVendors([vendor(webhook)], true))).toEqual(['wrong']);
    expect(results(checkedVendors([vendor(webhook)], false))).toEqual(['right']);
    expect(faults(checkedVendors([vendor(clock)], true))).toEqual([]);
    expect(faults(checkClock(NOW, [vendor(clock)], NOW))).toEqual([
      named('Platinum: our clock is 90 s behind'),
    ]);
  });
});

describe('the check of a payment provider', () => {
  const webhook = new URL('https://wallet.example/webhooks/monnify');
  const lists = { code: 'monnify', references: () => (async function* () {})() };
  const lines = (provider: typeof lists, status: number) =>
    checkProvider({ provider, webhook }, { call: () => Promise.resolve({ status }), nowMs: NOW });

  it('is right when it lists payments, and its webhooks are refused unsigned', async () => {
    expect(results(await lines(lists, 401))).toEqual(['right', 'right']);
  });

  it('finds wrong keys, and a proxy that keeps webhooks away', async () => {
    const refusing = {
      code: 'monnify',
      async *references() {
        throw new ProviderUnavailable('log-in refused');
      },
    };
    expect(faults(await lines(refusing, 401))).toEqual([
      'monnify: log-in refused: check its address and its keys',
    ]);
    expect(faults(await lines(lists, 404))).toEqual([named('answers 404, not 401')]);
  });
});

describe('the check of the catalogue', () => {
  it('finds prices that no owner has confirmed, and sending that is held', async () => {
    const store = new MemoryEventStore();
    expect(results(checkCatalog(await readCatalog(store)))).toEqual(['right']);
    const held = { acceptedBefore: '2026-11-29T12:00:00.000Z', acceptedUpTo: 0, reason: 'Restored' };
    await store.append(CATALOG_STREAM, NO_STREAM, [
      fact('CatalogStarted', {}, systemContext()),
      fact('SendingHeld', held, systemContext()),
    ]);
    const lines = checkCatalog(await readCatalog(store));
    expect(faults(lines)).toEqual([named('import FILE --apply'), named('is held (Restored)')]);
    expect(results(lines)).toEqual(['wrong', 'wrong']);
    const unconfirmed = { ...SEED, pricesConfirmed: false, priceVersion: 301 };
    expect(faults(checkCatalog(unconfirmed))).toEqual([named('confirm-prices 301')]);
  });

  it('counts plans that are on sale', () => {
    const off = new Map([...SEED.dataPlans].map(([code, plan]) => [code, { ...plan, on: false }]));
    const lines = checkCatalog({ ...SEED, dataPlans: off, cablePlans: new Map() });
    expect(lines[0]!.text).toBe('are confirmed; 0 plans are on sale');
  });
});

describe('the check of owners', () => {
  it('counts administrators who may do everything and are not suspended', async () => {
    const store = new MemoryEventStore();
    const administrators = new Administrators(store);
    const people = ['ada', 'bola', 'chi'].map((user_id) => ({ user_id, role: 'admin' }));
    await administrators.setPermissions('chi', ['support'], systemContext());
    await administrators.setPermissions('bola', ['owner'], systemContext());
    const readStore = {
      page: ({}, { equals }: { equals: { role: string } }) =>
        Promise.resolve({ rows: equals.role === 'admin' ? people : [] }),
    } as unknown as Parameters<typeof readOwners>[1];
    const owners = await readOwners(store, readStore);
    expect(owners.map(({ userId }) => userId)).toEqual(['ada', 'bola']);
  });

  it('wants two, and says who has no second factor', () => {
    const owner = { enrolmentId: 'e' };
    expect(faults(checkOwners([]))).toEqual([named('create-admin')]);
    expect(faults(checkOwners([owner]))).toEqual([named('invite a second')]);
    expect(results(checkOwners([owner, owner]))).toEqual(['right']);
    expect(results(checkOwners([owner, { enrolmentId: undefined }]))).toEqual(['right', 'note']);
  });
});

describe('the checks of the machine', () => {
  it('want a backup of the last day', () => {
    const made = (hours: number) => ({ at: new Date(NOW - hours * HOUR).toISOString(), events: 9, to: '/b' });
    expect(checkBackup(undefined, NOW).result).toBe('wrong');
    expect(checkBackup(made(25), NOW).result).toBe('right');
    expect(checkBackup(made(26), NOW).result).toBe('wrong');
    expect(checkBackup(made(-1), NOW).result).toBe('wrong');
  });

  it('want free disks', () => {
    const limits = { ALERT_DISK_FREE: 0.05, DISK_RESERVE_MB: 200 };
    const free = (megabytes: number, total: number) =>
      checkDisk(
        { setting: 'DATA_DIR', space: { free: megabytes * MEGABYTE, total: total * MEGABYTE } },
        limits,
      ).result;
    expect(free(400, 1_000)).toBe('right');
    expect(free(399, 1_000)).toBe('wrong');
    expect(free(499, 10_000)).toBe('wrong');
    expect(checkDisk({ setting: 'DATA_DIR', space: null }, limits).result).toBe('wrong');
  });

  it('want a clock that is not behind the ledger', () => {
    expect(results(checkClock(NOW + 60_000, [], NOW))).toEqual(['right']);
    expect(faults(checkClock(NOW + 60_001, [], NOW))).toEqual([named('later than the clock')]);
    expect(checkClock(undefined, [], NOW)).toEqual([
      { check: 'clock', result: 'right', text: 'is not behind the ledger' },
    ]);
  });

  it('want a server of this version without problems', () => {
    const server = { version: '0.2.0', problems: [], notes: [] };
    expect(results(checkServer(undefined, '0.2.0'))).toEqual(['note']);
    expect(results(checkServer(server, '0.2.0'))).toEqual(['right']);
    expect(results(checkServer({}, '0.2.0'))).toEqual(['unknown']);
    expect(faults(checkServer(server, '0.3.0'))).toEqual([named('runs version 0.2.0')]);
    expect(faults(checkServer({ ...server, problems: ['a'], notes: ['b'] }, '0.2.0'))).toEqual(['a', 'b']);
  });
});
