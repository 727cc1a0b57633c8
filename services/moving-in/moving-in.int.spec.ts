import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { KeyNotAtHand } from '../../infra/crypto/key-vault.js';
import { type EventStore, StoreUnavailable } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { hostileFiles, hostileTables } from '../../infra/testing/hostile/hostile-files.js';
import { createAdministrator } from '../administrators/create-admin.js';
import { secondFactorsOf } from '../administrators/testing/second-factors-of.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import { EventContexts } from '../customers/event-contexts.js';
import { claimAccount } from '../customers/reserved-accounts.js';
import { ADA, openPeople, type People } from '../customers/testing/people.js';
import { CreateUser } from '../customers/registration/create-user.handler.js';
import { Login } from '../customers/login/login.handler.js';
import { cutOverOf } from '../funding/cut-over.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { OldHashes } from '../customers/login/old-hashes.js';
import { userIdsOf } from './check-customers.js';
import { OLD_TOKEN } from './customers-file.js';
import { importStep } from './import-step.js';
import { MovingIn } from './moving-in.js';
import { Owners } from './owners.js';
import { BCRYPT_HASH, csvOf, customerRow, OLD_PASSWORD } from './testing/customers-csv.js';

const ada = { email: 'ada@owner.test', password: 'long enough 1' };
const bola = { email: 'bola@owner.test', password: 'long enough 2' };
const clerk = { email: 'clerk@owner.test', password: 'long enough 3' };
const DAY = '2026-11-28';
const CUT_OVER = 'monnify=2026-11-28T23:30+01:00';

const NO_SNAPSHOTS: SnapshotStore = {
  load: () => undefined,
  save: async () => undefined,
  remove: async () => undefined,
  close: async () => undefined,
};

/** Ends the work of a process at one of its appends. */
class Killed extends Error {}

describe('moving in', () => {
  let store: MemoryEventStore;
  let people: People;
  let moving: MovingIn;
  let idOf: (oldId: string) => string;

  beforeEach(async () => {
    store = new MemoryEventStore();
    people = await openPeople({}, store);
    const { administrators } = secondFactorsOf(people, store);
    for (const owner of [ada, bola, clerk])
      await createAdministrator(
        { ...people, administrators },
        {
          ...owner,
          firstName: 'O',
          lastName: 'W',
          role: 'admin',
          ...(owner === clerk && { permissions: ['finance'] }),
        },
      );
    moving = over(store);
    const [first] = await store.readAll(0, 1);
    idOf = userIdsOf(first!.hash);
  });
  afterEach(() => people.remove());

  /** As another process would run over the same ledger. */
  const over = (eventStore: EventStore, vault = people.vault): MovingIn => {
    const { factors, administrators } = secondFactorsOf(people, store);
    const owners = new Owners(people.door, factors, administrators, new EventContexts(people.vault), store);
    const wallets = new WalletStreams(eventStore, NO_SNAPSHOTS);
    const { secrets, users } = people;
    return new MovingIn(eventStore, vault, secrets, users, wallets, new OldHashes(eventStore), owners);
  };
  const meanwhile = (work: () => Promise<void>): EventStore =>
    new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'append')
          return async (...args: Parameters<EventStore['append']>) => {
            if (args[2][0]?.type === 'ImportStarted') await work();
            return target.append(...args);
          };
        return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
      },
    });
  const released = async (file: Buffer, total: string): Promise<void> => {
    await moving.plan(file, { total, balanceDate: DAY, cutOvers: [CUT_OVER] }, ada);
    await moving.release(file, total, bola);
  };
  const run = (file: Buffer, process = moving) => process.run(file, '/backup', () => undefined);
  const facts = async (): Promise<number> => store.lastPosition();
  const code = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: Error & { code?: string }) => error.code ?? error.message,
    );

  it('brings customers with their password, PIN, tier, account and balance, without a mail', async () => {
    const file = csvOf(
      customerRow(1),
      customerRow(2, { Tier: 'affiliate', PIN: 'must set one', 'Balance (NGN)': '0' }),
    );
    await released(file, '1500.50');
    expect(await run(file)).toEqual({ customers: 2, refused: [] });
    const [first, second] = await Promise.all(
      [idOf('1001'), idOf('1002')].map((id) => people.users.byId(id)),
    );
    expect(first).toMatchObject({ role: 'user', tier: 'regular', emailVerified: true, phone: '08030000001' });
    expect(first?.reservedAccounts).toMatchObject([{ provider: 'monnify', accountReference: 'OLD-1' }]);
    await people.pins.check(first!, '4826');
    expect(second).toMatchObject({ tier: 'affiliate' });
    expect(second).not.toHaveProperty('pinMac');
    const login = new Login('ada1@old.test', OLD_PASSWORD, ['user'], '1.2.3.4');
    expect((await people.login.execute(login)).user.userId).toBe(first?.userId);
    expect(await cutOverOf(store, 'monnify')).toEqual(new Date('2026-11-28T22:30:00Z'));
    const [opened, funded] = await store.readStream(`wallet-${first!.userId}`);
    expect(opened?.type).toBe('WalletOpened');
    expect(funded).toMatchObject({
      type: 'WalletFunded',
      actor: { kind: 'system' },
      data: {
        provider: 'opening',
        transactionReference: 'import-1001',
        paid: '150050',
        balanceDate: DAY,
        postings: [{ account: 'opening', amount: '150050' }, { amount: '-150050' }],
      },
    });
    const verified = await verifyLedger({ eventStore: store });
    expect(verified).toMatchObject({ ok: true, problems: [] });
  });

  it('stores nothing of a broken file', async () => {
    const right = csvOf(customerRow(1), customerRow(2), customerRow(3)).toString();
    const before = await facts();
    for (const { name, bytes } of [...hostileFiles(right), ...hostileTables(right)]) {
      const file = bytes();
      const wanted = { total: '4501.50', balanceDate: DAY, cutOvers: [CUT_OVER] };
      const [planned, ran] = [await code(moving.plan(file, wanted, ada)), await code(run(file))];
      expect([name, planned, ran]).toEqual([
        name,
        expect.stringMatching(/^\d+ faults: /),
        expect.stringContaining('not planned'),
      ]);
    }
    expect(await facts()).toBe(before);
  });

  it('lets a customer sign in with a bcrypt hash, which the first login replaces without ending a session', async () => {
    const file = csvOf(customerRow(1, { 'Password hash': BCRYPT_HASH }));
    await released(file, '1500.50');
    await run(file);
    const userId = idOf('1001');
    const login = (password: string) =>
      people.login.execute(new Login('ada1@old.test', password, ['user'], '1.2.3.4'));
    expect(await code(login('wrong'))).toBe('LOGIN_FAILED');
    const { token } = await login(OLD_PASSWORD);
    expect(await people.sessions.find(token)).toBeDefined();
    const { passwordHash } = (await people.users.current(userId))!;
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await login(OLD_PASSWORD);
    expect(await people.sessions.find(token)).toBeDefined();
    const types = (await store.readStream(`user-${userId}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'PasswordRehashed')).toHaveLength(1);
    expect(await new OldHashes(store).kinds()).toEqual(['bcrypt 4']);
  });

  it('keeps the API token of the older system for 90 days, and refuses the token of another customer', async () => {
    const token = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
    const digest = hash('sha256', token, 'hex');
    const file = csvOf(customerRow(1, { [OLD_TOKEN]: digest.toUpperCase() }), customerRow(2));
    await released(file, '3001');
    await run(file);
    const userId = idOf('1001');
    expect((await people.users.byApiToken(token))?.userId).toBe(userId);
    expect(people.users.cachedByApiToken(token)?.userId).toBe(userId);
    const issued = (await store.readStream(`user-${userId}`)).find(({ type }) => type === 'ApiTokenIssued')!;
    const end = Date.parse(String(issued.data['validUntil']));
    expect(end - Date.parse(issued.at)).toBe(90 * 86_400_000);
    jest.useFakeTimers({ now: end, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout'] });
    try {
      expect(await people.users.byApiToken(token)).toBeUndefined();
      expect(people.users.cachedByApiToken(token)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
    const other = csvOf(customerRow(3, { [OLD_TOKEN]: digest })).toString('base64');
    const report = await importStep(moving, { file: other, step: { type: 'check' } }, () => undefined);
    expect(report.lines[0]).toBe(
      'line 2, Old API token (SHA-256): This token belongs to another customer here.',
    );
  });

  it('is a dry run without a step, and stores nothing', async () => {
    const before = await facts();
    const file = csvOf(customerRow(1), customerRow(2, { PIN: '1' })).toString('base64');
    const report = await importStep(moving, { file, step: { type: 'check' } }, () => undefined);
    expect(report.lines).toEqual([
      'line 3, PIN: The PIN must be exactly four digits. Write: must set one.',
      '1 faults. Nothing is stored.',
    ]);
    expect(report.faulty).toBe(true);
    expect(await facts()).toBe(before);
  });

  it('lets a customer without an email sign in with the phone, even after a registration with it', async () => {
    const unnamed = { Email: '', 'Email verified': 'no' };
    const file = csvOf(customerRow(1, unnamed), customerRow(2));
    await released(file, '3001');
    await run(file);
    await people.register.execute(new CreateUser({ ...ADA, phone: '08030000001' }, systemContext()));
    const login = (name: string, password = OLD_PASSWORD) =>
      code(people.login.execute(new Login(name, password, ['user'], '1.2.3.4')));
    for (const name of ['08030000001', '+234 803 000 0001', '8030000001'])
      expect(await login(name)).toBe('done');
    expect(await login('08030000001', ADA.password)).toBe('LOGIN_FAILED');
    expect(await login('08030000002')).toBe('LOGIN_FAILED');
    const userId = idOf('1001');
    const user = (await people.users.current(userId))!;
    expect(user).toMatchObject({ email: '', emailVerified: true, phone: '08030000001' });
    await people.pins.check(user, '4826');
    expect(JSON.stringify(await store.readAll(0, 1_000))).not.toContain('8030000001');

    const later = csvOf(customerRow(3, { ...unnamed, Phone: '08030000001' })).toString('base64');
    const report = await importStep(moving, { file: later, step: { type: 'check' } }, () => undefined);
    expect(report.lines[0]).toMatch(
      /^line 2, Phone: Another customer without an email signs in with this phone/,
    );
  });

  it('needs the right total, two different owners and their proof, later imports too', async () => {
    const file = csvOf(customerRow(1));
    const before = await facts();
    const wanted = { total: '1500.50', balanceDate: DAY, cutOvers: [CUT_OVER] };
    const plan = (changed: Partial<typeof wanted>, by: typeof ada) =>
      moving.plan(file, { ...wanted, ...changed }, by);
    expect(await code(plan({ total: '1500' }, ada))).toContain('₦1,500.50');
    expect(await code(plan({}, { ...ada, password: 'wrong' }))).toBe('LOGIN_FAILED');
    expect(await code(plan({}, clerk))).toBe('PERMISSION_MISSING');
    expect(await code(plan({ balanceDate: '2026-02-30' }, ada))).toContain('--balance-date');
    for (const cutOvers of [[], ['monnify'], ['other=2026-11-28T23:30+01:00'], ['monnify=2026-11-28T23:30']])
      expect(await code(plan({ cutOvers }, ada))).toContain('--cut-over');
    expect(await code(moving.release(file, '1500.50', ada))).toContain('not planned');
    expect(await code(run(file))).toContain('not planned');
    expect(await facts()).toBe(before);

    await plan({}, ada);
    expect(await code(moving.release(file, '1500.50', ada))).toBe('APPROVAL_OWN');
    expect(await code(moving.release(file, '1500.50', clerk))).toBe('PERMISSION_MISSING');
    expect(await code(moving.release(file, '1', bola))).toContain('₦1,500.50');
    expect(await code(run(file))).toContain('not released');
    await moving.release(file, '1500.50', bola);
    expect(await code(moving.run(file, undefined, () => undefined))).toContain('backup');
    await run(file);
    const later = csvOf(customerRow(1), customerRow(2));
    expect(await code(run(later))).toContain('not planned');
  });

  it('is not released by an owner who got this access from the other, while a third owner could', async () => {
    const { administrators } = secondFactorsOf(people, store);
    const idOfOwner = async ({ email }: typeof ada) => (await people.users.byEmail(email))!.userId;
    const access = { type: 'ChangeAccess', wanted: { role: 'admin', permissions: ['owner'] } } as const;
    const now = new Date(Date.now() - 2 * 86_400_000);
    const byAda = { actor: { kind: 'admin', id: await idOfOwner(ada) }, correlationId: 'c', now } as const;
    await administrators.decide(access, { userId: await idOfOwner(clerk), role: 'admin' }, byAda);
    const file = csvOf(customerRow(1));
    await moving.plan(file, { total: '1500.50', balanceDate: DAY, cutOvers: [CUT_OVER] }, clerk);
    expect(await code(moving.release(file, '1500.50', ada))).toBe('APPROVAL_SAME_HAND');
    expect(await code(moving.release(file, '1500.50', bola))).toBe('done');
  });

  it('killed at any append and repeated, ends like an uninterrupted import, with each row booked once', async () => {
    const file = csvOf(
      customerRow(1),
      customerRow(2, { Email: '', 'Email verified': 'no' }),
      customerRow(3, { 'Email verified': 'no' }),
    );
    await released(file, '4501.50');
    let kills = 0;
    for (; kills < 100; kills += 1) {
      let appends = 0;
      const dying = new Proxy(store, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target);
          if (name === 'append')
            return (...args: Parameters<EventStore['append']>) =>
              (appends += 1) > 1 ? Promise.reject(new Killed()) : target.append(...args);
          return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
        },
      });
      // Only one append of each process succeeds.
      if (
        await run(file, over(dying)).then(
          () => true,
          () => false,
        )
      )
        break;
    }
    expect(kills).toBeGreaterThan(3);
    expect(await run(file)).toEqual({ customers: 3, refused: [] });
    const events = await store.readAll(0, 10_000);
    const count = (type: string): number => events.filter((event) => event.type === type).length;
    expect(count('WalletFunded')).toBe(3);
    expect(count('UserRegistered')).toBe(3 + 3);
    expect(await verifyLedger({ eventStore: store })).toMatchObject({ ok: true });
    const end = await facts();
    await run(file);
    expect(await facts()).toBe(end);
  });

  it('goes on after moments in which the event store does not answer', async () => {
    const file = csvOf(customerRow(1), customerRow(2));
    await released(file, '3001');
    let calls = 0;
    const busy = new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name !== 'append' && name !== 'readStream')
          return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
        return (...args: Parameters<EventStore['append']> & Parameters<EventStore['readStream']>) =>
          /^(?:api-token|email|reserved|user|wallet)-/.test(args[0]) && (calls += 1) % 7 === 0
            ? Promise.reject(new StoreUnavailable('busy'))
            : (member as (...given: unknown[]) => Promise<unknown>).apply(target, args);
      },
    });
    expect(await run(file, over(busy))).toEqual({ customers: 2, refused: [] });
    expect(calls).toBeGreaterThan(14);
    expect(await verifyLedger({ eventStore: store })).toMatchObject({ ok: true });
  });

  it.each([
    ['with an email', {}],
    ['without an email', { Email: '', 'Email verified': 'no' }],
  ])('seals a customer %s before the first append, because keys at hand expire', async (_, changed) => {
    const file = csvOf(customerRow(1, changed));
    await released(file, '1500.50');
    const loaded = new Set<string>();
    const expiring = new Proxy(people.vault, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target) as (...given: unknown[]) => unknown;
        if (name === 'loadKeys')
          return (ids: readonly string[]) => (ids.forEach((id) => loaded.add(id)), target.loadKeys(ids));
        if (name === 'seal')
          return (id: string, ...given: unknown[]) => {
            if (!loaded.has(id)) throw new KeyNotAtHand('expired');
            return member.call(target, id, ...given);
          };
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const slow = new Proxy(store, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target) as (...given: unknown[]) => unknown;
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          if (name === 'append') loaded.clear();
          return member.apply(target, given);
        };
      },
    });
    expect(await run(file, over(slow, expiring))).toEqual({ customers: 1, refused: [] });
  });

  it('leaves nothing of a customer whose email was taken meanwhile, and says the line', async () => {
    const file = csvOf(customerRow(1), customerRow(2));
    await released(file, '3001');
    const taking = meanwhile(async () => {
      await people.register.execute(new CreateUser({ ...ADA, email: 'ada2@old.test' }, systemContext()));
    });
    expect(await run(file, over(taking))).toEqual({
      customers: 1,
      refused: [{ line: 3, column: '', message: 'Somebody has an account with this email already.' }],
    });
    expect(await people.users.accountUnder(idOf('1002'))).toBe('none');
    expect(await store.readStream(`wallet-${idOf('1002')}`)).toEqual([]);
    expect((await moving.check(file)).faults).toEqual([
      { line: 3, column: 'Email', message: 'Somebody has an account with this email already.' },
    ]);
  });

  it('leaves nothing of a customer whose phone or account was taken meanwhile', async () => {
    const unnamed = { Email: '', 'Email verified': 'no' };
    const file = csvOf(customerRow(1, unnamed), customerRow(2, unnamed));
    await released(file, '3001');
    const { phones } = people.users;
    const taking = meanwhile(async () => {
      await phones.claim('08030000001', 'somebody', systemContext());
      const account = { userId: 'somebody', provider: 'monnify', accountReference: 'OLD-2' };
      await claimAccount(
        store,
        account,
        fact('AccountReserved', { ...account, sealed: '' }, systemContext()),
      );
    });
    expect((await run(file, over(taking))).refused).toMatchObject([
      { line: 2, message: expect.stringMatching(/signs in with this phone/) },
      { line: 3, message: 'An account belongs to somebody else here.' },
    ]);
    expect(await phones.ownerOf('08030000001')).toBe('somebody');
    expect(await phones.ownerOf('08030000002')).toBeUndefined();
    expect(await people.users.accountUnder(idOf('1002'))).toBe('none');
  });

  it('takes over the phone of an import that ended long ago before it stored the customer', async () => {
    const file = csvOf(customerRow(1, { Email: '', 'Email verified': 'no' }));
    await released(file, '1500.50');
    const longAgo = systemContext(new Date(Date.now() - 11 * 60_000));
    await people.users.phones.claim('08030000001', 'unfinished', longAgo);
    expect((await moving.check(file)).faults).toEqual([]);
    expect(await run(file)).toEqual({ customers: 1, refused: [] });
    expect(await people.users.phones.ownerOf('08030000001')).toBe(idOf('1001'));
  });

  it('refuses an account of another person, and another balance of a customer who moved in before', async () => {
    const file = csvOf(customerRow(1));
    await released(file, '1500.50');
    await run(file);
    const later = csvOf(
      customerRow(1, { 'Balance (NGN)': '9', 'Account reference (monnify)': '' }),
      customerRow(2, { 'Account reference (monnify)': 'OLD-1' }),
    );
    expect((await moving.check(later)).faults).toMatchObject([
      { line: 2, column: 'Balance (NGN)' },
      { line: 3, column: 'Account reference (monnify)' },
    ]);
    const more = csvOf(customerRow(1), customerRow(3));
    await released(more, '3001');
    expect(await run(more)).toEqual({ customers: 2, refused: [] });
    expect((await store.readStream(`wallet-${idOf('1001')}`)).map(({ type }) => type)).toEqual([
      'WalletOpened',
      'WalletFunded',
    ]);
  });
});
