import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, type Running } from '../../../../infra/testing/product.js';
import {
  AUDIT_ANSWERS,
  AUDIT_PATHS,
  type AuditAnswer,
  type AuditRead,
} from '../../../contracts/admin/audit.contract.js';
import { send, signIn, type SignedIn } from '../../testing/callers.js';

/** Reads the whole ledger, so no other suite shares this product. */
let folder: string;
let product: Running;
let auditor: SignedIn;
let customer: SignedIn;
let userId: string;
let reference: string;

type Said = Record<string, unknown>;
const get = async (path: string, headers: Record<string, string> = auditor.headers) => {
  const answer = await fetch(product.url + path, { headers });
  return { status: answer.status, body: (await answer.json()) as Said };
};
/** Answer of an audit call, checked against the contract. */
async function read<Name extends AuditRead>(name: Name, path: string = AUDIT_PATHS[name]) {
  const { status, body } = await get(path);
  expect([path, status, body['message']]).toEqual([path, 200, undefined]);
  expect(AUDIT_ANSWERS[name].parse(body)).toEqual(body);
  return body as AuditAnswer<Name>;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error' });
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
  const bought = await send(`${product.url}/api/buycard/`, 'POST', order, customer.headers);
  expect(bought.status).toBe(200);
  reference = String(bought.body['reference']);
  const { events } = await read('events', `${AUDIT_PATHS.events}?type=PurchaseAccepted`);
  userId = events[0]!.stream.slice('wallet-'.length);
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the audit API', () => {
  it('is readable by auditors and administrators only, and changes nothing', async () => {
    const admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
    const paths = Object.values(AUDIT_PATHS).map((path) =>
      path
        .replace(':position', '1')
        .replace(':userId', userId)
        .replace(':account', 'opening')
        .replace(':reference', reference),
    );
    const asked: Readonly<Record<string, string>> = {
      [AUDIT_PATHS.streamEvent]: `?stream=wallet-${userId}&revision=0`,
      [AUDIT_PATHS.accounts]: '?kind=user_available',
      [AUDIT_PATHS.consistency]: '?first=1&second=1',
    };
    for (const path of paths) {
      const whole = path + (asked[path] ?? '');
      const statuses = async () => [
        (await get(whole, {})).status,
        (await get(whole, customer.headers)).status,
        (await get(whole, { authorization: `Bearer nl_${'x'.repeat(43)}` })).status,
        (await get(whole)).status,
        (await get(whole, admin.headers)).status,
        (await send(product.url + whole, 'POST', {}, auditor.headers)).status,
      ];
      expect([path, await statuses()]).toEqual([path, [401, 403, 401, 200, 200, 405]]);
    }
  });

  it('names the field at fault', async () => {
    const faults: Readonly<Record<string, string>> = {
      'events?after=-1': 'after',
      'events?after=99999999999999999999': 'after',
      'events?before=1e3': 'before',
      'events?limit=1001': 'limit',
      'events?limit=0': 'limit',
      'events?order=sideways': 'order',
      'events?stream=a%20b': 'stream',
      'events?stream=%00': 'stream',
      [`events?stream=${'x'.repeat(251)}`]: 'stream',
      'events?type=': 'type',
      'events?from=yesterday': 'from',
      'events?to=2026-03-01': 'to',
      'events?stream=a&stream=b': 'stream',
      'events/0': 'position',
      'events/__proto__': 'position',
      'stream-event?revision=0': 'stream',
      'stream-event?stream=catalog': 'revision',
      'accounts/a%20b/postings': 'account',
      'accounts/a%3Ab%3Ac/postings': 'account',
      'accounts?kind=user_available:x': 'kind',
      'wallets/a%20b/steps': 'userId',
      'accounts/a%20b/steps': 'account',
      'accounts/opening/steps?to=-1': 'to',
      'trial-balance?at=yesterday': 'at',
      'trial-balance?at=2026-02-31': 'at',
      'trial-balance?at=2026-03-01T25:00': 'at',
      'trial-balance?at=-1': 'at',
      'trial-balance?at=': 'at',
      'trial-balance?at=999999999': 'at',
      'trial-balance?at=2999-01-01': 'at',
      'accounts/opening/postings?from=2999-01-01T00:00': 'from',
      'accounts/opening/postings?at=999999999': 'at',
      'accounts/opening/postings?from=x&at=1': 'from',
      'seals?before=-1': 'before',
      'seals/consistency?first=0&second=1': 'first',
      'seals/consistency?first=2&second=1': 'first',
      'seals/consistency?first=1&second=999999999': 'second',
      'events/x/proof': 'position',
      'receipts/a%20b/proof': 'reference',
      'why/a%20b': 'reference',
    };
    for (const [path, field] of Object.entries(faults)) {
      const { status, body } = await get(`/v1/audit/${path}`);
      expect([path, status, body['field']]).toEqual([path, 422, field]);
    }
    for (const path of [
      'events/999999999',
      'stream-event?stream=__proto__&revision=0',
      'events/999999999/proof',
      'receipts/__proto__/proof',
      'receipts/NL0000000000000000/proof',
      'why/__proto__',
      'why/NL0000000000000000',
    ])
      expect([path, (await get(`/v1/audit/${path}`)).status]).toEqual([path, 404]);
    expect((await read('account', '/v1/audit/accounts/__proto__/postings')).postings).toEqual([]);
    expect((await read('events', '/v1/audit/events?type=__proto__&limit=1000')).events).toEqual([]);
    expect((await read('events', '/v1/audit/events?__proto__[x]=1&limit=1')).events).toHaveLength(1);
  });

  it('explains the price of a purchase by reference or id, without personal data', async () => {
    const why = await read('why', `/v1/audit/why/${reference}`);
    expect(why).toMatchObject({
      reference,
      userId,
      product: 'Mtn airtime',
      verdict: 'follows',
      charged: { amount: '10000', discount: '100', price: '9900' },
      accepted: { actor: { kind: 'user', id: userId } },
      people: [{ id: userId, name: 'c***@d***.test' }],
    });
    expect(JSON.stringify(why)).not.toMatch(/8031234567/);
    const again = await read('why', `/v1/audit/why/${why.purchaseId}`);
    expect({ ...again, followed: [] }).toEqual({ ...why, followed: [], attempts: again.attempts });
  });

  it('returns an event byte for byte with its consequences, without personal data', async () => {
    const { events } = await read('events', `${AUDIT_PATHS.events}?type=PurchaseAccepted`);
    const [accepted] = events;
    const whole = await read('event', `${AUDIT_PATHS.events}/${accepted!.position}`);
    expect(createHash('sha256').update(whole.text!).digest('hex')).toBe(whole.hash);
    expect(JSON.parse(whole.text!)).toEqual(whole.event);
    expect(whole).toMatchObject({ hashHolds: true, causedBy: 'request', previous: { agrees: true } });
    expect(whole.effects.map(({ type }) => type)).toContain('PurchaseOpened');
    expect(JSON.stringify(whole)).not.toMatch(/08031234567|8031234567|demo\.test/);
    const inStream = await read(
      'streamEvent',
      `${AUDIT_PATHS.streamEvent}?stream=${accepted!.stream}&revision=${accepted!.revision}`,
    );
    expect(inStream).toEqual(whole);
    const opened = whole.effects.find(({ type }) => type === 'PurchaseOpened')!;
    const effect = await read('event', `${AUDIT_PATHS.events}/${opened.position}`);
    expect(effect.cause).toEqual(accepted);
  });

  it('lists every event once, in both orders, and by stream, actor and time', async () => {
    const all = await read('events', `${AUDIT_PATHS.events}?order=oldest&limit=1000`);
    expect(all.done).toBe(true);
    expect(all.events.map(({ position }) => position)).toEqual(all.events.map((_, index) => index + 1));
    const first = all.events[3]!;
    const newest = await read('events', `${AUDIT_PATHS.events}?before=${first.position! + 1}&limit=2`);
    expect(newest.events).toEqual([first, all.events[2]]);
    const next = await read('events', `${AUDIT_PATHS.events}?after=${first.position}&limit=1`);
    expect([next.order, next.events]).toEqual(['oldest', [all.events[4]]]);
    const stream = `wallet-${userId}`;
    const own = await read('events', `${AUDIT_PATHS.events}?stream=${stream}&order=oldest&limit=1000`);
    expect(own.events).toEqual(all.events.filter((event) => event.stream === stream));
    const by = await read('events', `${AUDIT_PATHS.events}?actor=user&order=oldest&limit=1000`);
    expect(by.events).toEqual(all.events.filter(({ actor }) => actor.kind === 'user'));
    const moment = encodeURIComponent(first.at);
    const then = await read('events', `${AUDIT_PATHS.events}?from=${moment}&to=${moment}&order=oldest`);
    expect(then.events).toEqual(all.events.filter(({ at }) => at === first.at));
  });

  it('lists the steps of a wallet that add up to its balance, with its owner masked', async () => {
    const steps = await read('walletSteps', `/v1/audit/wallets/${userId}/steps?limit=1000`);
    expect(steps.customer).toBe('c***@d***.test');
    const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
    expect(sum(steps.available)).toBe(steps.availableAfter.at(-1));
    expect(sum(steps.held)).toBe(steps.heldAfter.at(-1));
    const rest = await read('walletSteps', `/v1/audit/wallets/${userId}/steps?from=1&limit=1000`);
    expect(rest.positions).toEqual(steps.positions.slice(1));
    expect((await read('walletSteps', '/v1/audit/wallets/house/steps')).customer).toBe('House account');
    expect(await read('walletSteps', '/v1/audit/wallets/__proto__/steps')).toMatchObject({ total: 0 });
  });

  it('balances the books to zero, down to each account and posting', async () => {
    const overview = await read('overview');
    expect(overview.books).toMatchObject({ sum: '0' });
    const books = await read('trialBalance');
    expect(books).toMatchObject({ sum: '0', partial: false });
    const total = books.lines.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
    expect(total).toBe(0n);
    const people = books.lines.find(({ account }) => account === 'user_available')!;
    const { lines, more } = await read('accounts', `${AUDIT_PATHS.accounts}?kind=user_available&limit=1000`);
    expect(more).toBe(false);
    expect(lines.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(BigInt(people.balance));
    const [one] = lines;
    const after = await read('accounts', `${AUDIT_PATHS.accounts}?kind=user_available&after=${one!.account}`);
    expect(after.lines).toEqual(lines.slice(1));
    for (const account of ['opening', `user_available:${userId}`]) {
      const { balance, postings, done } = await read(
        'account',
        `/v1/audit/accounts/${encodeURIComponent(account)}/postings?limit=1000`,
      );
      expect([account, done]).toEqual([account, true]);
      const sum = postings.reduce((all, { amount }) => all + BigInt(amount), 0n);
      expect([account, String(sum)]).toEqual([account, balance]);
    }
  });

  it('lists the steps of every account that add up to its balance', async () => {
    const { lines } = await read('trialBalance');
    for (const { account, balance } of lines.filter(({ account: name }) => !name.startsWith('user_'))) {
      const path = `/v1/audit/accounts/${encodeURIComponent(account)}/steps`;
      const { books, added, done, positions } = await read('accountSteps', `${path}?limit=1000`);
      const sum = added.reduce((total, each) => total + each, 0);
      expect([account, done, books?.balance, String(sum)]).toEqual([account, true, balance, balance]);
      const first = await read('accountSteps', `${path}?limit=1`);
      expect(first.positions).toEqual(positions.slice(0, 1));
      const rest = await read(
        'accountSteps',
        `${path}?after=${first.reached}&to=${books?.position}&limit=1000`,
      );
      expect([account, rest.books, rest.positions]).toEqual([account, null, positions.slice(1)]);
    }
    const upTo = await read('accountSteps', '/v1/audit/accounts/opening/steps?after=0&to=1');
    expect(upTo).toMatchObject({ done: true, walked: 1, reached: 1 });
    expect((await read('accountSteps', '/v1/audit/accounts/__proto__/steps')).positions).toEqual([]);
  });

  it('returns the balance of every account at a position, instant or day', async () => {
    const all = await read('events', `${AUDIT_PATHS.events}?order=oldest&limit=1000`);
    const at = (moment: string | number) =>
      read('trialBalance', `${AUDIT_PATHS.trialBalance}?at=${encodeURIComponent(moment)}`);
    const figures = ({ lines }: AuditAnswer<'trialBalance'>) =>
      lines.map(({ account, balance }) => [account, balance]).filter(([, balance]) => balance !== '0');
    const last = all.events.at(-1)!;
    const now = await read('trialBalance');
    expect(figures(await at(last.position!))).toEqual(figures(now));
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    for (const whole of [last.at, today]) expect(figures(await at(whole))).toEqual(figures(now));
    expect(await at(0)).toMatchObject({ lines: [], sum: '0' });
    const accepted = all.events.find(({ type }) => type === 'PurchaseAccepted')!;
    const then = await at(accepted.position!);
    expect(then).toMatchObject({ sum: '0', position: accepted.position, partial: false });
    expect(then.lines.find(({ account }) => account === 'user_held')?.balance).toBe(`-${accepted.moved}`);
    const before = await at(accepted.position! - 1);
    expect(before.lines.find(({ account }) => account === 'user_held')?.balance ?? '0').toBe('0');
  });

  it('returns the balances of an account around the postings of a period', async () => {
    const all = await read('events', `${AUDIT_PATHS.events}?order=oldest&limit=1000`);
    const { position } = all.events.find(({ type }) => type === 'PurchaseAccepted')!;
    for (const account of ['opening', `user_available:${userId}`, `user_held:${userId}`]) {
      const path = `/v1/audit/accounts/${encodeURIComponent(account)}/postings?limit=1000`;
      const whole = await read('account', path);
      const first = await read('account', `${path}&at=${position! - 1}`);
      const rest = await read('account', `${path}&from=${position}&at=${all.events.length}`);
      expect([account, rest.opening, first.opening]).toEqual([account, first.balance, null]);
      expect(rest.balance).toBe(whole.balance);
      expect([...rest.postings, ...first.postings]).toEqual(whole.postings);
      const sum = rest.postings.reduce((total, { amount }) => total + BigInt(amount), 0n);
      expect(String(BigInt(rest.opening!) + sum)).toBe(rest.balance);
    }
  });
});
