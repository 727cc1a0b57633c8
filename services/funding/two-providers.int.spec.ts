import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { until } from '../../infra/testing/until.js';
import { FakeProvider } from './testing/fake-provider.js';
import { chargeOf, openFunding, signed } from './testing/open-funding.js';

let monnify: FakeProvider;
let paystack: FakeProvider;
let fixture: Awaited<ReturnType<typeof openFunding>>;
beforeEach(async () => {
  monnify = new FakeProvider('monnify');
  paystack = new FakeProvider('paystack', (userId) => `CUS_${userId}`);
  fixture = await openFunding({ providers: [monnify, paystack] });
});
afterEach(() => fixture.remove());

const charge = (reference: string, kobo: number): Promise<void> => {
  const body = chargeOf(reference, kobo);
  return fixture.funding.receiveWebhook('paystack', body, signed(body));
};
const settled = (): Promise<void> => until(() => fixture.funding.isCaughtUp());
const typesOf = async (type: string): Promise<unknown[]> =>
  (await fixture.people.store.readAll(0, 1_000))
    .filter((event) => event.type === type)
    .map(({ data }) => [data['provider'], data['transactionReference']]);
const banksOf = async (): Promise<unknown[]> => {
  const user = await fixture.people.users.byId(fixture.userId);
  return user!.reservedAccounts.map(({ provider }) => provider).sort();
};

it('gives a customer an account of each provider, and of one while the other is down', async () => {
  monnify.down = true;
  await fixture.reserve();
  expect(await banksOf()).toEqual(['paystack']);
  monnify.down = false;
  await until(async () => (await banksOf()).length === 2);
  const user = (await fixture.people.users.byId(fixture.userId))!;
  expect(fixture.funding.lacking(user)).toEqual([]);
});

it('credits a payment by each provider, also under the same reference', async () => {
  await fixture.reserve();
  monnify.pay('R1', `NL-${fixture.userId}`, 300_000n);
  paystack.pay('R1', `CUS_${fixture.userId}`, 200_000n);
  await Promise.all([fixture.tell('R1', 3_000), charge('R1', 200_000), fixture.funding.sweep()]);
  await fixture.funding.sweep();
  await settled();
  expect(await typesOf('WalletFunded')).toEqual(
    expect.arrayContaining([
      ['monnify', 'R1'],
      ['paystack', 'R1'],
    ]),
  );
  expect(await typesOf('WalletFunded')).toHaveLength(2);
  expect(await fixture.available()).toBe(490_000n);
});

it("credits no account of another provider, although a provider's answer names its reference", async () => {
  await fixture.reserve();
  paystack.pay('R1', `NL-${fixture.userId}`, 300_000n);
  monnify.pay('R2', `CUS_${fixture.userId}`, 300_000n);
  await charge('R1', 300_000);
  await fixture.tell('R2', 3_000);
  await until(async () => (await typesOf('FundingUnmatched')).length === 2);
  expect(await fixture.available()).toBe(0n);
});

it('confirms a payment at the provider that told it only', async () => {
  await fixture.reserve();
  monnify.pay('R1', `NL-${fixture.userId}`, 300_000n);
  await charge('R1', 300_000);
  await until(() => paystack.asked.has('R1'));
  expect(monnify.asked.has('R1')).toBe(false);
  expect(await fixture.available()).toBe(0n);
});

it('credits and sweeps one provider while the other is down, and the other one afterwards', async () => {
  await fixture.reserve();
  monnify.down = true;
  monnify.pay('R1', `NL-${fixture.userId}`, 300_000n);
  paystack.pay('R2', `CUS_${fixture.userId}`, 200_000n);
  paystack.pay('R3', `CUS_${fixture.userId}`, 100_000n);
  await fixture.tell('R1', 3_000);
  await charge('R2', 200_000);
  await fixture.funding.sweep().catch(() => undefined);
  await until(async () => (await fixture.available()) === 290_000n);
  monnify.down = false;
  await until(async () => (await fixture.available()) === 585_000n);
});

it('refuses a webhook with a wrong signature, and any of a provider that is off', async () => {
  const body = chargeOf('R1', 1);
  await expect(fixture.funding.receiveWebhook('paystack', body, 'x')).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
  });
  await fixture.remove();
  fixture = await openFunding({ providers: [monnify] });
  await expect(fixture.funding.receiveWebhook('paystack', body, signed(body))).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
  });
});
