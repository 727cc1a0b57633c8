import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone } from '../../../../infra/testing/product.js';
import type { Running } from '../../../../infra/testing/product.js';
import { LIVE_PATH } from '../../../contracts/calls.js';
import { eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';

/** What administrators tell all customers, from their form to the customers' page. */
let folder: string;
let product: Running;
let admin: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'broadcasts-'));
  product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error' });
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const NOTHING = { status: true, title: '', messagebody: '' };
const post = (path: string, body: unknown, { headers } = admin) =>
  send(product.url + path, 'POST', body, headers);
const notice = async () => (await post('/api/notifications/', {}, customer)).body;
const shown = (title: string) => eventually(notice, (answer) => answer['title'] === title);
const rows = async (question = {}) =>
  (await post('/api/get_broad_cast/', question)).body['broadcast_info'] as Record<string, unknown>[];
const create = (broadcastTitle: string, broadcastMessage: string) =>
  post('/api/broadcastmessage/', { broadcastTitle, broadcastMessage });

describe('a broadcast', () => {
  it('is in the list of whoever wrote it with the next call, and shown to customers', async () => {
    expect(await notice()).toEqual(NOTHING);
    expect(await rows()).toEqual([]);
    expect(await create('Maintenance', 'Data is slow tonight.')).toMatchObject({
      status: 200,
      body: { status: true, message: 'Broadcast created. Customers see it now.' },
    });
    expect(await rows()).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{36}$/),
        broadcast_title: 'Maintenance',
        broadcast_message: 'Data is slow tonight.',
        active: true,
        author: 'Chief Admin',
        created_at: expect.stringMatching(/\+01:00$/),
      },
    ]);
    expect(await shown('Maintenance')).toEqual({
      status: true,
      title: 'Maintenance',
      messagebody: 'Data is slow tonight.',
    });
  });

  it('is withdrawn and shown again, and of several the one shown last is the one', async () => {
    await create('Offer', '1GB for 99');
    await shown('Offer');
    const [offer, maintenance] = await rows();
    const broadcast = (row: Record<string, unknown> | undefined) => ({ broadcastId: row!['id'] });
    expect((await post('/api/deactivate-broadcast/', broadcast(offer))).body).toEqual({
      status: true,
      message: 'Broadcast deactivated. Customers no longer see it.',
    });
    await shown('Maintenance');
    expect((await rows()).map(({ active }) => active)).toEqual([false, true]);
    await post('/api/activate-broadcast/', broadcast(offer));
    await shown('Offer');
    await post('/api/activate-broadcast/', broadcast(maintenance));
    // It was shown all the time: nothing has changed, and the other one stays the newest.
    expect((await notice())['title']).toBe('Offer');
  });

  it('is told to the open pages of customers', async () => {
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
    await create('News', 'Hello');
    expect(await heard).toContain('"lists":["notices"]');
    stop.abort();
  });

  it('is text: nothing in it is more than its letters', async () => {
    const message = '<img src=x onerror=alert(1)>\n{{7*7}} ${x} \u202eevil';
    await create('<script>alert(1)</script>', message);
    expect(await shown('<script>alert(1)</script>')).toMatchObject({ messagebody: message });
    expect((await rows({ search: 'onerror' })).map((row) => row['broadcast_message'])).toEqual([message]);
  });

  it.each([
    [{ broadcastTitle: '   ', broadcastMessage: 'x' }, 'broadcastTitle'],
    [{ broadcastTitle: 'x'.repeat(101), broadcastMessage: 'x' }, 'broadcastTitle'],
    [{ broadcastTitle: 'a\nb', broadcastMessage: 'x' }, 'broadcastTitle'],
    [{ broadcastTitle: 'x', broadcastMessage: ' \r\n ' }, 'broadcastMessage'],
    [{ broadcastTitle: 'x', broadcastMessage: 'x'.repeat(1_001) }, 'broadcastMessage'],
    [{ broadcastTitle: 'x', broadcastMessage: 'a\u0000b' }, 'broadcastMessage'],
  ])('%j is refused by the field at fault, and nothing is stored', async (body, field) => {
    const before = (await rows()).length;
    expect(await post('/api/broadcastmessage/', body)).toMatchObject({ status: 422, body: { field } });
    expect((await rows()).length).toBe(before);
  });

  it('that is not there is told so', async () => {
    for (const broadcastId of ['none', 'constructor', '__proto__'])
      expect(await post('/api/activate-broadcast/', { broadcastId })).toMatchObject({
        status: 404,
        body: { code: 'BROADCAST_NOT_FOUND' },
      });
  });
});
