import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { purchaseMail } from './mail-templates.js';
import { DecidedPurchases, type PurchaseEnded, purchaseFacts } from './purchase-facts.js';

const TOKENS = ['11111111111111111111', '22222222222222222222', '33333333333333333333'];
const PURCHASE = { userId: 'ada', purchaseId: 'p1' };
const METER = { service: 'electricity', disco: 18, meterType: 'prepaid' };
const vault = { open: (_person: string, sealed: string) => JSON.parse(sealed) as Record<string, unknown> };
const sealed = (value: object): string => JSON.stringify(value);

async function mailAfter(
  ...events: readonly { readonly type: string; readonly data: object }[]
): Promise<string> {
  const opened = {
    type: 'PurchaseOpened',
    data: { ...PURCHASE, reference: 'NL1', product: METER, sealed: sealed({ recipient: '45120001' }) },
  };
  const ended = {
    type: 'PurchaseCaptured',
    data: { ...PURCHASE, price: '500000', availableAfter: '100' },
  } as unknown as PurchaseEnded;
  const facts = await purchaseFacts(ended, {
    eventStore: { readStream: async () => [opened, ...events] } as never,
    vault,
  });
  return purchaseMail('Ada', 'delivered', facts!).text;
}

describe('the mail about a delivery', () => {
  it('has each token on its own line, under the name that the vendor gave it', async () => {
    const labels = ['KCT1', 'KCT2', 'Token'];
    const mail = await mailAfter({
      type: 'AttemptDelivered',
      data: { ...PURCHASE, sealed: sealed({ tokens: TOKENS, labels, unread: 'secret: 1' }) },
    });
    expect(mail).toContain(`KCT1: ${TOKENS[0]}\nKCT2: ${TOKENS[1]}\nToken: ${TOKENS[2]}\n`);
    expect(mail).not.toContain('secret');
  });

  it('writes marks of direction of a vendor out', async () => {
    const tokens = ['1\u202e2', '3'];
    const mail = await mailAfter({
      type: 'AttemptDelivered',
      data: { ...PURCHASE, sealed: sealed({ tokens, labels: ['K\u2067', 'Token'] }) },
    });
    expect(mail).toContain('K[U+2067]: 1[U+202E]2\nToken: 3\n');
  });

  it('has the token that an administrator entered with the decision', async () => {
    const mail = await mailAfter(
      { type: 'AttemptPending', data: { ...PURCHASE, sealed: sealed({ unread: 'token: 77-AB' }) } },
      { type: 'ReviewResolved', data: { ...PURCHASE, sealed: sealed({ tokens: [TOKENS[2]] }) } },
    );
    expect(mail).toContain(`Token: ${TOKENS[2]}`);
    expect(mail).not.toContain('77-AB');
  });
});

it('remembers over a restart which purchases an administrator confirmed', () => {
  const ended = (purchaseId: string): PurchaseEnded =>
    ({ type: 'PurchaseCaptured', data: { purchaseId } }) as PurchaseEnded;
  const before = new DecidedPurchases();
  for (const [purchaseId, decision] of [
    ['p1', 'delivered'],
    ['p2', 'refund'],
  ])
    before.onRecorded({ type: 'ReviewResolved', data: { purchaseId, decision } } as unknown as RecordedEvent);
  const after = new DecidedPurchases();
  after.restore(before.state());
  expect(['p1', 'p2', 'p3'].map((id) => after.has(ended(id)))).toEqual([true, false, false]);
});
