import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_PATH } from '../../../contracts/calls.js';
import { eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { ownWord } from '../../testing/own-word.js';
import { newCustomer } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Broadcasts from the administrators' form to the customers' page. */
let product: SharedProduct;
let admin: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  product = await takeProduct();
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  const { email, password } = await newCustomer(product, { naira: 0 });
  customer = await signIn(product.url, email, password);
  await withdrawAll();
});

afterAll(async () => {
  if (customer) await withdrawAll();
  product?.giveBack();
});

/** Part of every title, because other suites have broadcasts too. */
const OWN = ownWord();
const [MAINTENANCE, OFFER] = [`Maintenance ${OWN}`, `Offer ${OWN}`];
const NOTHING = { status: true, title: '', messagebody: '' };
const post = (path: string, body: unknown, { headers } = admin) =>
  send(product.url + path, 'POST', body, headers);
const notice = async () => (await post('/api/notifications/', {}, customer)).body;
const shown = (title: string) => eventually(notice, (answer) => answer['title'] === title);
const rows = async (question = {}) =>
  (await post('/api/get_broad_cast/', question)).body['broadcast_info'] as Record<string, unknown>[];
const ownRows = () => rows({ search: OWN });
async function withdrawAll(): Promise<void> {
  for (const { id, active } of await rows())
    if (active) await post('/api/deactivate-broadcast/', { broadcastId: id });
}
async function create(broadcastTitle: string, broadcastMessage: string): Promise<void> {
  expect(await post('/api/broadcastmessage/', { broadcastTitle, broadcastMessage })).toMatchObject({
    status: 200,
    body: { status: true, message: 'Broadcast created. Customers see it now.' },
  });
}

describe('a broadcast', () => {
  it('is in its author’s next list, and shown to customers', async () => {
    expect(await notice()).toEqual(NOTHING);
    expect(await ownRows()).toEqual([]);
    await create(MAINTENANCE, 'Data is slow tonight.');
    expect(await ownRows()).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{36}$/),
        broadcast_title: MAINTENANCE,
        broadcast_message: 'Data is slow tonight.',
        active: true,
        author: 'Chief Admin',
        created_at: expect.stringMatching(/\+01:00$/),
      },
    ]);
    expect(await shown(MAINTENANCE)).toEqual({
      status: true,
      title: MAINTENANCE,
      messagebody: 'Data is slow tonight.',
    });
  });

  it('can be withdrawn and shown again, and the one shown last wins', async () => {
    await create(OFFER, '1GB for 99');
    await shown(OFFER);
    const [offer, maintenance] = await ownRows();
    const broadcast = (row: Record<string, unknown> | undefined) => ({ broadcastId: row!['id'] });
    expect((await post('/api/deactivate-broadcast/', broadcast(offer))).body).toEqual({
      status: true,
      message: 'Broadcast deactivated. Customers no longer see it.',
    });
    await shown(MAINTENANCE);
    expect((await ownRows()).map(({ active }) => active)).toEqual([false, true]);
    await post('/api/activate-broadcast/', broadcast(offer));
    await shown(OFFER);
    await post('/api/activate-broadcast/', broadcast(maintenance));
    // The older broadcast was never withdrawn, so showing it again changes nothing.
    expect((await notice())['title']).toBe(OFFER);
  });

  it('is pushed to the open pages of customers', async () => {
    const stop = new AbortController();
    const answer = await fetch(product.url + LIVE_PATH, {
      headers: { cookie: customer.cookie, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    const heard = (async () => {
      let text = '';
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.includes('"notices"')) return text;
      }
      return text;
    })();
    await create(`News ${OWN}`, 'Hello');
    expect(await heard).toContain('"lists":["notices"]');
    stop.abort();
  });

  it('is shown as plain text', async () => {
    const message = '<img src=x onerror=alert(1)>\n{{7*7}} ${x}';
    const title = `<script>alert(1)</script> ${OWN}`;
    await create(title, message);
    expect(await shown(title)).toMatchObject({ messagebody: message });
    const found = (await rows({ search: 'onerror' })).filter((row) => row['broadcast_title'] === title);
    expect(found.map((row) => row['broadcast_message'])).toEqual([message]);
  });

  it.each([
    [{ broadcastTitle: '   ', broadcastMessage: 'x' }, 'broadcastTitle'],
    [{ broadcastTitle: 'x'.repeat(101), broadcastMessage: 'x' }, 'broadcastTitle'],
    [{ broadcastTitle: 'a\nb', broadcastMessage: 'x' }, 'broadcastTitle'],
    [{ broadcastTitle: 'x', broadcastMessage: ' \r\n ' }, 'broadcastMessage'],
    [{ broadcastTitle: 'x', broadcastMessage: 'x'.repeat(1_001) }, 'broadcastMessage'],
    [{ broadcastTitle: 'x', broadcastMessage: 'a\u0000b' }, 'broadcastMessage'],
    [{ broadcastTitle: 'x', broadcastMessage: 'a\u202eb' }, 'broadcastMessage'],
  ])('%j is refused by the field at fault, and nothing is stored', async (body, field) => {
    const before = (await rows()).length;
    expect(await post('/api/broadcastmessage/', body)).toMatchObject({ status: 422, body: { field } });
    expect((await rows()).length).toBe(before);
  });

  it('is answered with an error when it does not exist', async () => {
    for (const broadcastId of ['none', 'constructor', '__proto__'])
      expect(await post('/api/activate-broadcast/', { broadcastId })).toMatchObject({
        status: 404,
        body: { code: 'BROADCAST_NOT_FOUND' },
      });
  });
});
