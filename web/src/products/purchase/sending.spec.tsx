import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { newKey } from '../../api/use-send.js';
import { purchaseIntents, type Order } from './purchase-intent.js';
import { sendPurchase, type Outcome } from './send-purchase.js';

const ORDER: Order = {
  service: 'airtime',
  buy: { name: 'buyAirtime', body: { amount: '100', network: 1, phone: '08031234567' } },
  quote: { name: 'airtimeQuote', body: { amount: '100', network: 1 } },
  shown: { action: 'Airtime to', recipient: '08031234567', lines: [] },
};
const CONSENT = { pin: '4826', again: false, price: 99 };
const ACCEPTED: CallAnswer<'buyAirtime'> = {
  status: true,
  message: 'on its way',
  reference: 'NL-1',
  transaction_status: 'Pending',
};

let sent: { key: string; body: Record<string, unknown> }[];
let answers: (object | 'broken')[];

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  answers = [];
  globalThis.fetch = (async (_: string, { headers, body }: RequestInit) => {
    sent.push({
      key: (headers as Record<string, string>)['idempotency-key']!,
      body: JSON.parse(body as string) as Record<string, unknown>,
    });
    const answer = answers.shift() ?? 'broken';
    if (answer === 'broken') throw new TypeError('Failed to fetch');
    const { http = 200, ...said } = answer as { http?: number };
    return { ok: http < 400, status: http, text: async () => JSON.stringify(said) };
  }) as typeof fetch;
});

const REFUSED = { http: 400, status: false, code: 'PIN_INCORRECT', message: 'Incorrect transaction PIN.' };

async function send(consent = CONSENT): Promise<Outcome> {
  jest.useFakeTimers();
  const outcome = sendPurchase(purchaseIntents.begin(ORDER), consent);
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  return outcome;
}

describe('sending a purchase', () => {
  it('sends its key, the PIN and the price on screen', async () => {
    answers = [ACCEPTED];
    expect(await send()).toMatchObject({ kind: 'accepted', accepted: { reference: 'NL-1' } });
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toEqual({ ...ORDER.buy.body, transaction_pin: '4826', quoted_price: 99 });
    expect(sent[0]!.key).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('repeats the call under the same key until an answer accepts it', async () => {
    answers = ['broken', { http: 503, status: false, code: 'SHUTTING_DOWN', message: '' }, ACCEPTED];
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('stays in doubt after three calls without an answer, even after a reload', async () => {
    expect(await send()).toEqual({ kind: 'undecided' });
    expect(sent).toHaveLength(3);
    const kept = purchaseIntents.inDoubt('airtime');
    expect(kept).toMatchObject({ key: sent[0]!.key, sent: true, price: 99 });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('4826');
  });

  it('is not in doubt after a refusal of the first call', async () => {
    answers = [REFUSED];
    expect(await send()).toMatchObject({ kind: 'refused', inDoubt: false });
    expect(sent).toHaveLength(1);
    expect(purchaseIntents.inDoubt('airtime')).toBeUndefined();
  });

  it('stays in doubt when only a repetition is refused', async () => {
    answers = ['broken', REFUSED];
    expect(await send()).toMatchObject({ kind: 'refused', inDoubt: true });
    expect(purchaseIntents.inDoubt('airtime')).toMatchObject({ sent: true });
  });

  it('sends `confirm_duplicate` only after the customer has confirmed', async () => {
    answers = [ACCEPTED];
    await send({ ...CONSENT, again: true });
    expect(sent[0]!.body).toMatchObject({ confirm_duplicate: true });
  });
});

it('gives every purchase its own key, and keeps no doubt about an unsent one', () => {
  const [first, second] = [purchaseIntents.begin(ORDER), purchaseIntents.begin(ORDER)];
  expect(first.key).not.toBe(second.key);
  expect(purchaseIntents.inDoubt('airtime')).toBeUndefined();
  purchaseIntents.markSent(second, 99);
  expect(purchaseIntents.inDoubt('data')).toBeUndefined();
  purchaseIntents.forget('airtime');
  expect(purchaseIntents.inDoubt('airtime')).toBeUndefined();
});

it('makes a key without `randomUUID`, as on an insecure origin', () => {
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
  try {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newKey()).not.toBe(newKey());
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: randomUUID });
  }
});
