import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { pushServicesOf } from './push-endpoint.js';
import { pushKeyOf } from './push-settings.js';
import { openPushSender, type PushSender } from './push-sender.js';
import { FakePushService } from './testing/fake-push-service.js';

const key = pushKeyOf(Buffer.alloc(32, 7));
const message = { payload: '{"title":"Airtime delivered"}', topic: 'a-topic', keptForS: 60 };

describe('a message to a browser', () => {
  let service: FakePushService;
  let sender: PushSender;
  beforeEach(async () => {
    service = await new FakePushService().start();
    sender = open(`fcm.googleapis.com,${service.origin}`);
  });
  afterEach(async () => {
    await sender.close();
    await service.stop();
  });
  const open = (listed: string, timeoutMs?: number): PushSender =>
    openPushSender({
      key,
      contact: 'mailto:us@example.test',
      services: pushServicesOf(listed),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });

  it('can be read by that browser alone, and identifies us', async () => {
    const [ours, other] = [service.browser('/ours'), service.browser('/other')];
    expect(await sender.send(ours.target, message)).toBe('sent');
    expect(service.readBy(ours)).toEqual([{ title: 'Airtime delivered' }]);
    const [{ body, headers }] = service.received as [(typeof service.received)[number]];
    expect(body.toString('latin1')).not.toContain('Airtime');
    expect(() => other.read(body)).toThrow();
    expect(headers).toMatchObject({ topic: 'a-topic', ttl: '60', 'content-encoding': 'aes128gcm' });
    const [, token = '', shown] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(shown).toBe(key.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    expect({ aud, sub }).toEqual({ aud: service.origin, sub: 'mailto:us@example.test' });
    expect(Number(exp) * 1_000).toBeGreaterThan(Date.now());
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: jwkOf(key.publicKey), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [403, 'gone'],
    [400, 'refused'],
    [413, 'refused'],
    [202, 'sent'],
  ] as const)('answered with %i is %s', async (status, outcome) => {
    service.answer('/one', status);
    expect(await sender.send(service.browser('/one').target, message)).toBe(outcome);
  });

  it.each([429, 500, 503])('answered with %i is sent another time', async (status) => {
    service.answer('/one', status);
    await expect(sender.send(service.browser('/one').target, message)).rejects.toThrow(String(status));
  });

  it('follows no redirect of its push service', async () => {
    service.answer('/one', { redirectTo: `${service.origin}/elsewhere` });
    await expect(sender.send(service.browser('/one').target, message)).rejects.toThrow('307');
    expect(service.received.map(({ path }) => path)).toEqual(['/one']);
  });

  it('is not waited for without an answer', async () => {
    service.answer('/one', 'hang');
    const impatient = open(service.origin, 100);
    await expect(impatient.send(service.browser('/one').target, message)).rejects.toThrow();
    expect(await sender.send(service.browser('/two').target, message)).toBe('sent');
    await impatient.close();
  });

  it('is not sent to an address outside of push services, even if stored', async () => {
    const strict = open('fcm.googleapis.com');
    expect(await strict.send(service.browser('/one').target, message)).toBe('gone');
    expect(service.received).toEqual([]);
    await strict.close();
  });

  it("is not sent to a push service's name that leads into our network", async () => {
    const misled = open('localhost');
    const target = { ...service.browser('/one').target, endpoint: 'https://localhost/one' };
    await expect(misled.send(target, message)).rejects.toThrow('not on the open internet');
    await misled.close();
  });

  it('is not sent with invalid keys', async () => {
    const target = { ...service.browser('/one').target, p256dh: randomBytes(65).toString('base64url') };
    expect(await sender.send(target, message)).toBe('gone');
    expect(service.received).toEqual([]);
  });
});

function jwkOf(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
}
