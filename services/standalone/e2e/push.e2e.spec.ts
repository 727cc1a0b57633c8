import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, type Running } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { FakePushService, type FakeBrowser } from '../../../infra/push/testing/fake-push-service.js';
import { buyAirtime } from '../testing/callers.js';
import { Visitor } from '../testing/visitor.js';

interface Shown {
  readonly title: string;
  readonly path: string;
}

// Has its own product: earlier suites' messages to dead push services would be retried first.
describe('push subscriptions', () => {
  const service = new FakePushService();
  let folder: string;
  let product: Running;
  let visitor: Visitor;
  /** Buyer who uses an API token, so that the watched session is not used. */
  let reseller: { readonly apiToken: string; readonly pin: string };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'push-'));
    await service.start();
    const PUSH_SERVICES = `fcm.googleapis.com,${service.origin}`;
    product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '10', PUSH_SERVICES });
    visitor = await signedIn();
    const { body } = await visitor.post('/api/rotate-api-token/', { password: 'Demo-pass-1' });
    reseller = { apiToken: String(body['api_token']), pin: '4826' };
  });

  afterAll(async () => {
    await product?.stop('SIGKILL');
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function signedIn(): Promise<Visitor> {
    const browser = new Visitor(product.url);
    const { status } = await browser.login('customer@demo.test', 'Demo-pass-1');
    expect(status).toBe(200);
    return browser;
  }

  const turnOn = (who: Visitor, { endpoint, p256dh, auth }: FakeBrowser | Record<string, string>) =>
    who.post('/api/add_push_device/', { endpoint, p256dh, auth });
  /** Removes repetitions, which follow unanswered requests. */
  const shownBy = (browser: FakeBrowser): Shown[] => [
    ...new Map((service.readBy(browser) as Shown[]).map((one) => [JSON.stringify(one), one])).values(),
  ];
  const devicesOf = async (who: Visitor): Promise<{ id: string; current: boolean }[]> =>
    (await who.post('/api/push_devices/')).body['devices'] as { id: string; current: boolean }[];
  let bought = 0;
  const buy = async (ending = '4567'): Promise<void> => {
    bought += 1;
    const phone = `0803${String(bought).padStart(3, '0')}${ending}`;
    expect((await buyAirtime(product.url, reseller, phone)).body['status']).toBe(true);
  };

  it('start empty, with a key to subscribe', async () => {
    const { body } = await visitor.post('/api/push_devices/');
    expect(Buffer.from(String(body['key']), 'base64url')).toHaveLength(65);
    expect(body['devices']).toEqual([]);
  });

  it('get encrypted messages about deliveries and refunds', async () => {
    const browser = service.browser('/heard');
    expect((await turnOn(visitor, browser)).status).toBe(200);
    expect(await devicesOf(visitor)).toEqual([expect.objectContaining({ current: true })]);
    await buy();
    await until(() => shownBy(browser).length === 1, 'a message');
    await buy('0016');
    await until(() => shownBy(browser).length === 2, 'another message');
    expect(shownBy(browser)).toEqual([
      expect.objectContaining({ title: 'Airtime delivered', path: expect.stringMatching(/^\/receipt\/NL/) }),
      expect.objectContaining({ title: 'Airtime not delivered' }),
    ]);
  });

  it('are refused for addresses of our own network', async () => {
    const { p256dh, auth } = service.browser('/x');
    for (const endpoint of ['http://127.0.0.1:1/x', 'https://169.254.169.254/x', 'https://attacker.test/x'])
      expect((await turnOn(visitor, { endpoint, p256dh, auth })).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        field: 'endpoint',
      });
    const endpoint = `${service.origin}/x`;
    expect((await turnOn(visitor, { endpoint, p256dh: 'AAAA', auth })).body).toMatchObject({
      field: 'p256dh',
    });
    expect((await turnOn(visitor, { endpoint, p256dh, auth: 'AAAA' })).body).toMatchObject({ field: 'auth' });
  });

  it('need a session', async () => {
    const stranger = new Visitor(product.url);
    expect((await turnOn(stranger, service.browser('/stranger'))).body['status']).toBe(false);
    const bearer = { authorization: `Bearer ${reseller.apiToken}` };
    expect((await stranger.post('/api/push_devices/', {}, bearer)).body['status']).toBe(false);
  });

  it('end with the session, from this or another browser', async () => {
    const [leaving, ended] = [await signedIn(), await signedIn()];
    const [left, away] = [service.browser('/left'), service.browser('/away')];
    await turnOn(leaving, left);
    await turnOn(ended, away);
    expect(await devicesOf(visitor)).toHaveLength(3);
    await leaving.post('/api/logout/');
    const { body } = await ended.post('/api/sessions/');
    const own = (body['sessions'] as { id: string; current: boolean }[]).find(({ current }) => current)!;
    await visitor.post('/api/end_session/', { id: own.id });
    expect(await devicesOf(visitor)).toHaveLength(1);
    const heard = service.browser('/heard-too');
    await turnOn(visitor, heard);
    await buy();
    await until(() => shownBy(heard).length === 1, 'a message');
    expect([...shownBy(left), ...shownBy(away)]).toEqual([]);
  });

  it('are removed when the browser is gone', async () => {
    const gone = service.browser('/gone');
    service.answer('/gone', 410);
    await turnOn(visitor, gone);
    const before = (await devicesOf(visitor)).length;
    await buy();
    await until(async () => (await devicesOf(visitor)).length === before - 1, 'its end');
    expect(shownBy(gone)).toHaveLength(1);
  });

  it('delay no one while their push service hangs', async () => {
    const [stuck, heard] = [service.browser('/stuck'), service.browser('/heard-last')];
    service.answer('/stuck', 'hang');
    await turnOn(visitor, stuck);
    await turnOn(visitor, heard);
    await buy();
    await buy();
    await until(() => shownBy(heard).length === 2, 'both messages');
  });
});
