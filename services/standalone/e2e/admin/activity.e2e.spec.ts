import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ActivityRow } from '../../../contracts/admin/activity.contract.js';
import type { Permission } from '../../../contracts/admin/administrators.contract.js';
import { ADMIN_LIVE_PATH } from '../../../contracts/calls.js';
import { send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { ownWord } from '../../testing/own-word.js';
import { newAdministrator, newCustomer } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Checks that calls of administrators appear in the activity log. */
let product: SharedProduct;
let owner: SignedIn;
let finance: SignedIn & { readonly email: string };
let auditor: SignedIn;
/** Value before the suite changes it. */
let fee: unknown;
/** Unique to this suite. */
const OFFER = `1GB for ${ownWord()}`;

beforeAll(async () => {
  product = await takeProduct();
  const hired = async (name: string, permission: Permission) => {
    const { email, password } = await newAdministrator(product, name, permission);
    return { email, ...(await signIn(product.url, email, password, 'admin')) };
  };
  owner = await hired('Bola', 'owner');
  finance = await hired('Ife', 'finance');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  fee = (await post('/api/get-affiliate-fee/', {}, finance)).body['affiliateFee'];
});

afterAll(async () => {
  if (fee !== undefined) {
    await post('/api/set-affiliate-fee/', { newPrices: fee, confirm: true }, finance);
    await post('/api/activate-network-id/', { datanetwork: 4 }, finance);
    const { body } = await post('/api/get_broad_cast/', { search: OFFER }, owner);
    for (const { id } of body['broadcast_info'] as Row[])
      await post('/api/deactivate-broadcast/', { broadcastId: id }, owner);
  }
  product?.giveBack();
});

type Row = Record<string, unknown>;
const post = (path: string, body: unknown, { headers }: Pick<SignedIn, 'headers'>) =>
  send(product.url + path, 'POST', body, { 'user-agent': 'Desk/1.0', ...headers });
/** Rows without sign-ins and views, which have a suite of their own. */
const rows = async (by = owner, question: Row = {}) => {
  const { body } = await post('/api/admin-activity/', question, by);
  return (body['activity'] as Row[]).filter(({ area }) => area !== 'visits');
};

describe('the activity log', () => {
  it('shows an administrator their own change in the next call, with actor, values, time and origin', async () => {
    const before = await rows();
    expect((await post('/api/set-affiliate-fee/', { newPrices: 1_750 }, finance)).status).toBe(200);
    const [row] = await rows(finance);
    expect(ActivityRow.parse(row)).toEqual(row);
    expect(row).toMatchObject({
      administrator: 'Ife Staff',
      area: 'catalogue',
      what: 'Changed the affiliate charge',
      type: 'AffiliateFeeSet',
      changes: [{ field: 'Fee', before: expect.stringMatching(/^₦/), after: '₦1,750.00' }],
      at: expect.stringMatching(/\+01:00$/),
      address: '127.0.0.1',
      device: 'Desk/1.0',
    });
    // Lists hold 1,000 rows at most, and new rows push the oldest out.
    const after = (await rows()).slice(1);
    expect(after).toEqual(before.slice(0, after.length));
  });

  it('leaves out refused calls and calls that change nothing', async () => {
    const before = await rows();
    expect((await post('/api/set-affiliate-fee/', { newPrices: -1 }, finance)).status).toBe(422);
    expect(
      (await post('/api/broadcastmessage/', { broadcastTitle: 'x', broadcastMessage: 'x' }, finance)).status,
    ).toBe(403);
    await post('/api/set-affiliate-fee/', { newPrices: 1_750 }, finance);
    expect(await rows()).toEqual(before);
  });

  it('is searched by area, person, text and whole email', async () => {
    await post('/api/broadcastmessage/', { broadcastTitle: 'Offer', broadcastMessage: OFFER }, owner);
    const whats = async (question: Row, by = owner) => (await rows(by, question)).map(({ what }) => what);
    expect((await whats({ area: 'broadcasts' })).slice(0, 2)).toEqual([
      'Activated a broadcast',
      'Created a broadcast',
    ]);
    expect(await whats({ search: OFFER })).toEqual(['Created a broadcast']);
    expect(await whats({ search: finance.email })).toEqual(['Changed the affiliate charge']);
    // Without permission to see emails, searching by email must find nothing.
    expect(await whats({ search: finance.email }, auditor)).toEqual([]);
    const id = String((await rows(owner, { area: 'broadcasts' }))[0]?.['administrator_id']);
    expect(await whats({ administrator: id })).toEqual(['Activated a broadcast', 'Created a broadcast']);
    for (const wrong of [{ area: 'constructor' }, { administrator: '../x' }, { page: 0 }])
      expect([wrong, (await post('/api/admin-activity/', wrong, owner)).status]).toEqual([wrong, 422]);
  });

  it('is readable by auditors, without origins, and refused to others', async () => {
    const row = (await rows(auditor)).find(({ type }) => type === 'AffiliateFeeSet');
    expect(row).toMatchObject({ administrator: 'Ife Staff', address: '127.0.*.*', device: '' });
    expect((await rows(finance)).find(({ type }) => type === 'BroadcastCreated')).toMatchObject({
      address: '127.0.*.*',
    });
    const { email, password } = await newCustomer(product, { naira: 0 });
    const customer = await signIn(product.url, email, password);
    expect(await post('/api/admin-activity/', {}, customer)).toMatchObject({
      status: 403,
      body: { code: 'WRONG_ROLE' },
    });
    expect(await post('/api/admin-activity/', {}, { headers: {} })).toMatchObject({ status: 401 });
  });

  it('names the house account instead of showing it as an erased person', async () => {
    const funding = { amount: '1000', reason: 'For purchases of the house.', form_id: randomUUID() };
    expect(await post('/api/admin-money-desk/house/', funding, finance)).toMatchObject({ status: 200 });
    expect((await rows(finance))[0]).toMatchObject({
      what: 'Funded the house account',
      subject: 'House account',
    });
  });

  it('is pushed live to administrators', async () => {
    const leaving = new AbortController();
    const { body } = await fetch(product.url + ADMIN_LIVE_PATH, {
      headers: auditor.headers,
      signal: leaving.signal,
    });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    await post('/api/disable-network-id/', { datanetwork: 4, confirm: true }, finance);
    let heard = '';
    while (!/event: change\n.*\ndata: .*"activity"/.test(heard)) heard += (await reader.read()).value ?? '';
    leaving.abort();
    expect((await rows())[0]).toMatchObject({ what: 'Disabled a network', subject: '9mobile' });
  });

  it('stores no IP address unencrypted', async () => {
    expect(JSON.stringify(await rows(owner, { search: '127.0' }))).toBe('[]');
  });
});
