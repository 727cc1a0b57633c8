import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PendingDigest } from './alerts.state.js';
import { digestMail, postDigest, signatureOf } from './send-digest.js';

const DIGEST: PendingDigest = {
  digestId: 'd1',
  reviews: 2,
  reviewsUpTo: '',
  channels: ['webhook'],
  writtenAt: 0,
  waiting: new Map(),
  alerts: [{ alertId: 'a1', key: 'low-disk', rule: 'low-disk', text: 'Less than 5% of the disk is left.' }],
};

describe('a digest', () => {
  const taken: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      taken.push({ headers: request.headers, body });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  let url: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`;
  });
  afterAll(() => void server.close());

  it('is posted with a signature over time and body, and one idempotency key on every retry', async () => {
    const target = { url, secret: 'a-secret-of-the-webhook' };
    await postDigest(DIGEST, target, 1_000_500);
    await postDigest(DIGEST, target, 2_000_000);
    const [first, again] = taken;
    expect(JSON.parse(first!.body)).toEqual({
      id: 'd1',
      at: '1970-01-01T00:00:00.000Z',
      reviews: 2,
      alerts: [{ id: 'a1', rule: 'low-disk', key: 'low-disk', text: 'Less than 5% of the disk is left.' }],
    });
    expect(first!.headers).toMatchObject({
      'idempotency-key': 'd1',
      'x-ledger-timestamp': '1000',
      'x-ledger-signature': signatureOf(target.secret, '1000', first!.body),
    });
    expect(again!.headers['idempotency-key']).toBe('d1');
    expect(again!.headers['x-ledger-signature']).not.toBe(first!.headers['x-ledger-signature']);
  });

  it.each([500, 404, 302])('answered with %i counts as not taken', async (code) => {
    status = code;
    await expect(postDigest(DIGEST, { url, secret: 's' }, 0)).rejects.toThrow();
  });

  it('names the administrator who caused the alert, or the id of an unknown one', () => {
    const raised = {
      alertId: 'a2',
      key: 'terms-changed:3',
      rule: 'terms-changed' as const,
      by: 'eve',
      text: 'What customers are told of funding was changed from GTBank 0123456789 to Eve Bank 6666666666.',
    };
    const digest = { ...DIGEST, reviews: 0, alerts: [raised] };
    const of = (nameOf?: (id: string) => string | undefined) =>
      digestMail(digest, 'grace', 'grace@demo.test', 'Ada Pay', nameOf).text;
    expect(of((id) => (id === 'eve' ? 'Eve Obi, eve@demo.test' : undefined))).toContain(
      `- ${raised.text} By Eve Obi, eve@demo.test.`,
    );
    expect(of()).toContain(`- ${raised.text} By eve.`);
  });

  it('is one mail per administrator', () => {
    expect(digestMail(DIGEST, 'grace', 'grace@demo.test', 'Ada Pay')).toMatchObject({
      id: 'alerts-d1-grace',
      to: 'grace@demo.test',
      subject: '2 things want attention',
      text: expect.stringContaining('- 2 purchases newly wait for a decision.'),
    });
    expect(digestMail({ ...DIGEST, reviews: 0 }, 'grace', 'x', 'Ada Pay').subject).toBe(
      'Less than 5% of the disk is left.',
    );
  });
});
