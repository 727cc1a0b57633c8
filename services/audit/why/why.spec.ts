import { beforeEach, describe, expect, it } from '@jest/globals';
import { WhyAnswer } from '../../contracts/admin/why.contract.js';
import { PRODUCTS } from '../../products/products.js';
import { ChargeDrill, GRACE, SETTINGS, WORKER } from './testing/charge-drill.js';

/** MTN plan 1301: ₦500.00, of which ₦485.00 go to the vendor. */
const PLAN = 1301;

describe('the explanation of a charge', () => {
  let drill: ChargeDrill;
  beforeEach(async () => {
    drill = new ChargeDrill();
    await drill.funded();
  });

  const why = async (id: string, settings = SETTINGS) => {
    const said = (await drill.why(id, settings))!;
    const whole = { status: true, ...said, vendors: [], people: [] };
    expect(WhyAnswer.parse(whole)).toEqual(whole);
    return said;
  };
  const data = (tier: 'regular' | 'affiliate' = 'regular') =>
    PRODUCTS.data.quote({ plan: PLAN, tier }, drill.prices);
  const airtime = (naira = 100n) =>
    PRODUCTS.airtime.quote({ network: 1, amount: naira * 100n, tier: 'regular' }, drill.prices);
  const priceTo = (price: string) => ({ type: 'PriceDataPlan', code: PLAN, prices: { price } }) as const;
  const ruleOf = ({ rules }: Awaited<ReturnType<typeof why>>, begins: string) =>
    rules.find(({ rule }) => rule.startsWith(begins));

  it('names the buyer and every part of the price when only the seed set rules', async () => {
    await drill.sell('p1', airtime());
    const said = await why('p1');
    expect(said).toMatchObject({
      purchaseId: 'p1',
      reference: 'NL-p1',
      userId: 'ada',
      product: 'Mtn airtime',
      verdict: 'follows',
      accepted: { type: 'PurchaseAccepted', actor: { kind: 'user', id: 'ada' } },
      charged: { amount: '10000', discount: '100', fee: '0', price: '9900', expectedCost: '9700' },
      tier: { ordered: 'regular', inForce: 'regular', set: { event: { type: 'UserRegistered' } } },
    });
    expect(said.recomputed).toEqual(said.charged);
    expect(said.rules.map(({ rule, value, set }) => [rule, value, set.by])).toEqual([
      [
        'Range of Airtime, and what the vendor pays us',
        '₦50.00 to ₦50,000.00; Mtn 3 %, Glo 4 %, Airtel 3.4 %, 9mobile 4 %',
        'seed',
      ],
      ['Network Mtn', 'on', 'seed'],
      ['Discount on Airtime, regular customers', '1 %', 'seed'],
      ['Airtime below what the vendor charges', 'not allowed', 'seed'],
    ]);
  });

  it('names the commission in force and who set it, despite later changes', async () => {
    const set = (basisPoints: number) =>
      ({ type: 'SetAmountTerms', service: 'airtime', terms: { commissions: { 1: basisPoints } } }) as const;
    await drill.change(set(200));
    await drill.sell('p1', airtime());
    await drill.change(set(100));
    const said = await why('p1');
    expect(said).toMatchObject({ verdict: 'follows', charged: { expectedCost: '9800' } });
    expect(ruleOf(said, 'Range of Airtime')).toMatchObject({
      value: expect.stringContaining('Mtn 2 %'),
      set: { by: 'event', event: { type: 'AmountTermsSet' } },
    });
  });

  it('names the rule in force and who set it, despite later changes', async () => {
    await drill.change(priceTo('60000'));
    await drill.change({ type: 'SetDiscount', service: 'data', tier: 'regular', basisPoints: 200 });
    await drill.sell('p1', data());
    await drill.change(priceTo('70000'));
    await drill.change({ type: 'SetDiscount', service: 'data', tier: 'regular', basisPoints: 0 });
    const said = await why('p1');
    expect(said).toMatchObject({ verdict: 'follows', charged: { amount: '60000', price: '58800' } });
    expect(ruleOf(said, 'Price of Mtn')).toMatchObject({
      value: '₦600.00; the vendor charges ₦485.00',
      set: { by: 'event', event: { type: 'DataPlanSet', stream: 'catalog', revision: 0, actor: GRACE } },
    });
    expect(ruleOf(said, 'Price of Mtn')?.set.event?.position).toBe(4);
    expect(ruleOf(said, 'Discount')).toMatchObject({
      value: '2 %',
      set: { event: { type: 'DiscountSet', revision: 1 } },
    });
  });

  it('names the administrator who scheduled a price beside the change that applied it', async () => {
    const at = drill.later(0).getTime() + 120_000;
    await drill.schedule({
      type: 'SchedulePrices',
      wanted: [{ service: 'data', code: PLAN, price: '60000' }],
      seen: { price: '50000' },
      belowCost: false,
      at,
      now: at - 120_000,
    });
    await drill.sell('p1', data());
    expect(ruleOf(await why('p1'), 'Price of Mtn')?.set).toMatchObject({
      event: { type: 'DataPlanSet', actor: GRACE },
      scheduledBy: { type: 'PriceChangeScheduled', actor: GRACE },
    });
  });

  it('reports a charge that does not follow from the rules, and the right one', async () => {
    await drill.sell('p1', data(), { price: 49_600n });
    await drill.sell('p2', { ...data(), vendor: 2, fee: 1_000n, price: 50_500n });
    for (const id of ['p1', 'p2'])
      expect(await why(id)).toMatchObject({
        verdict: 'does-not-follow',
        recomputed: { amount: '50000', discount: '500', fee: '0', price: '49500' },
        refused: '',
      });
  });

  it('reports an order that the rules would have refused', async () => {
    const offer = data();
    await drill.change({ type: 'SwitchNetwork', network: 1, on: false });
    await drill.sell('p1', offer);
    const said = await why('p1');
    expect(said).toMatchObject({ verdict: 'does-not-follow', recomputed: null });
    expect(said.refused).toMatch(/Mtn/);
    expect(ruleOf(said, 'Network')).toMatchObject({ value: 'off', set: { event: { actor: GRACE } } });
    await drill.change({ type: 'SwitchNetwork', network: 1, on: true });
    await drill.change({ type: 'ChooseVendor', service: 'data', vendor: 0 });
    await drill.sell('p2', offer);
    expect(await why('p2')).toMatchObject({ verdict: 'does-not-follow', vendor: { active: 0 } });
  });

  it('accepts the rule of the seconds before a change, and no older one', async () => {
    const offer = data();
    await drill.change(priceTo('60000'));
    await drill.sell('p1', offer, {}, 900);
    expect(await why('p1')).toMatchObject({
      verdict: 'follows-before-change',
      recomputed: { price: '49500' },
      change: { type: 'DataPlanSet', actor: GRACE },
    });
    await drill.sell('p2', offer);
    expect(await why('p2')).toMatchObject({ verdict: 'does-not-follow', change: null });
  });

  it('charges each tier its own price, and reports a price of another tier', async () => {
    await drill.change({ type: 'PriceDataPlan', code: PLAN, prices: { affiliatePrice: '49500' } });
    await drill.sell('p1', data('affiliate'), { tier: 'affiliate' });
    expect(await why('p1')).toMatchObject({
      verdict: 'does-not-follow',
      tier: { ordered: 'affiliate', inForce: 'regular' },
      recomputed: { price: '49500' },
    });
    await drill.tell('user-ada', 'TierChanged', { userId: 'ada', tier: 'affiliate', was: 'regular' }, GRACE);
    await drill.sell('p2', data('affiliate'), { tier: 'affiliate' });
    expect(await why('p2')).toMatchObject({
      verdict: 'follows',
      charged: { amount: '49500', discount: '495', price: '49005' },
      tier: { inForce: 'affiliate', set: { event: { type: 'TierChanged', actor: GRACE } } },
    });
  });

  it('reports an order for another tier even at the same price', async () => {
    await drill.sell('p1', data(), { tier: 'affiliate' });
    const said = await why('p1');
    expect(said).toMatchObject({ verdict: 'does-not-follow', tier: { inForce: 'regular' } });
    expect(said.recomputed).toEqual(said.charged);
  });

  it('limits the discount to the vendor’s cost unless an administrator allowed more', async () => {
    await drill.change({ type: 'SetDiscount', service: 'data', tier: 'regular', basisPoints: 1_000 });
    await drill.sell('p1', data());
    expect(await why('p1')).toMatchObject({ verdict: 'follows', recomputed: { price: '48500' } });
    await drill.change({ type: 'AllowBelowCost', service: 'data', allowed: true });
    await drill.sell('p2', data());
    const said = await why('p2');
    expect(said).toMatchObject({ verdict: 'follows', recomputed: { price: '45000' } });
    expect(ruleOf(said, 'Data below')).toMatchObject({ value: 'allowed', set: { event: { actor: GRACE } } });
  });

  it('recomputes a fee by the current setting, and says that the ledger holds no other', async () => {
    const offer = PRODUCTS.transfer.quote({ amount: 6_000_00n }, drill.prices);
    await drill.sell('p1', offer);
    const said = await why('p1');
    expect(said).toMatchObject({
      verdict: 'follows',
      charged: { amount: '600000', discount: '0', fee: '2500', price: '602500', expectedCost: '601000' },
    });
    expect(said.rules).toMatchObject([
      { rule: 'Setting TRANSFER_FEES', value: SETTINGS.TRANSFER_FEES, set: { by: 'setting', event: null } },
    ]);
    expect(await why('p1', { ...SETTINGS, TRANSFER_FEES: '*:60' })).toMatchObject({
      verdict: 'setting-differs',
      recomputed: { fee: '6000', price: '606000' },
    });
  });

  it.each([
    ['exams', () => PRODUCTS.exams.quote({ exam: 1, quantity: 3, tier: 'regular' }, drill.prices)],
    ['cable', () => PRODUCTS.cable.quote({ plan: firstCable(drill), tier: 'regular' }, drill.prices)],
    [
      'electricity',
      () =>
        PRODUCTS.electricity.quote(
          { disco: 18, meterType: 'prepaid', amount: 1_000_00n, tier: 'regular' },
          drill.prices,
        ),
    ],
    ['sms', () => PRODUCTS.sms.quote({ pages: 2, recipients: 3, tier: 'regular' }, drill.prices)],
    ['bet', () => PRODUCTS.bet.quote({ platform: 'BET9JA', amount: 500_00n, tier: 'regular' }, drill.prices)],
  ])('recomputes the price of %s', async (service, quote) => {
    await drill.sell('p1', quote());
    const said = await why('p1');
    expect(said).toMatchObject({ service, verdict: 'follows' });
    expect(said.recomputed).toEqual(said.charged);
  });

  it('gives no verdict on a product without a price', async () => {
    await drill.sell('p1', airtime(), { product: { service: 'fax', pages: 2 } as never });
    expect(await why('p1')).toMatchObject({
      verdict: 'not-recomputed',
      recomputed: null,
      refused: '',
      rules: [],
      product: 'Unknown product (fax)',
    });
  });

  describe('and its vendor', () => {
    it('tells the active vendor at the order from the one at each attempt, and who switched', async () => {
      await drill.change({ type: 'ChooseVendor', service: 'data', vendor: 2 });
      await drill.sell('p1', data());
      await drill.change({ type: 'ChooseVendor', service: 'data', vendor: 3 });
      await drill.sent('p1', 1, 2);
      const said = await why('p1');
      expect(said.vendor).toMatchObject({
        active: 2,
        chosen: 2,
        why: 'It was the active vendor.',
        set: { by: 'event', event: { type: 'ActiveVendorChosen', actor: GRACE, revision: 0 } },
      });
      expect(said.attempts).toMatchObject([
        { attempt: 1, vendor: 2, rule: { active: 3, set: { event: { revision: 1, actor: GRACE } } } },
      ]);
      expect(said.attempts[0]!.why).toMatch(/switched since/);
    });

    it('is chosen by priority until an administrator chooses, skipping paused vendors', async () => {
      await drill.sell('p1', airtime());
      expect((await why('p1')).vendor).toMatchObject({
        active: 1,
        set: { by: 'configuration', event: null },
      });
      await drill.change({ type: 'PauseVendor', service: 'airtime', vendor: 1, reason: 'slow' } as never);
      await drill.sell('p2', airtime());
      expect((await why('p2')).vendor).toMatchObject({
        active: 2,
        chosen: 2,
        inTurn: expect.arrayContaining([
          { vendor: 1, paused: expect.objectContaining({ type: 'VendorPaused', actor: GRACE }) },
        ]),
      });
    });

    it('is explained by the vendor before, which declined', async () => {
      await drill.sell('p1', airtime());
      await drill.sent('p1', 1, 1);
      const failed = { attempt: 1, vendor: 1, code: '016', blame: 'biller', charged: false };
      await drill.say('p1', 'AttemptFailed', { ...failed, nextVendor: 2 });
      await drill.sent('p1', 2, 2);
      await drill.sent('p1', 3, 3);
      const { attempts } = await why('p1');
      expect(attempts.map((each) => [each.vendor, each.why])).toEqual([
        [1, expect.stringMatching(/still the active one/)],
        [2, expect.stringMatching(/declined without a charge/)],
        [3, expect.stringMatching(/Nothing in the ledger says why/)],
      ]);
    });
  });

  describe('and the events that followed', () => {
    it('are the delivery and the sale, by the worker', async () => {
      await drill.sell('p1', airtime());
      await drill.sent('p1', 1, 1);
      const delivered = await drill.say('p1', 'AttemptDelivered', { attempt: 1, vendor: 1, cost: '9700' });
      await drill.captured('p1', 9_700n, 1, delivered);
      const { followed } = await why('p1');
      expect(followed.map(({ what, kobo }) => [what, kobo])).toEqual([
        ['It was taken up to be sent', undefined],
        ['Attempt 1 was sent', undefined],
        ['The vendor delivered', '9700'],
        ['The sale became final', '9900'],
      ]);
      expect(followed.at(-1)).toMatchObject({ decidedBy: { type: 'AttemptDelivered', actor: WORKER } });
    });

    it('name the administrator who refunded, and the reason', async () => {
      await drill.sell('p1', airtime());
      await drill.sent('p1', 1, 1);
      await drill.say('p1', 'ReviewRequired', { attempt: 1, why: 'open-too-long' });
      const refund = { attempt: 1, vendor: 1, decision: 'refund', reason: 'Nobody knows', cost: '0' };
      await drill.released('p1', await drill.say('p1', 'ReviewResolved', refund, GRACE));
      const { followed } = await why('p1');
      expect(followed.slice(-2)).toMatchObject([
        {
          what: 'An administrator decided to give the money back',
          reason: 'Nobody knows',
          event: { actor: GRACE },
        },
        {
          what: 'The money held went back to the wallet',
          kobo: '9900',
          event: { type: 'PurchaseReleased' },
          decidedBy: { type: 'ReviewResolved', actor: GRACE },
        },
      ]);
    });
  });

  it('is the same for a store without positions in streams', async () => {
    await drill.change(priceTo('60000'));
    await drill.change({ type: 'ChooseVendor', service: 'data', vendor: 2 }, 900);
    await drill.sell('p1', data(), {}, 900);
    await drill.change(priceTo('70000'), 900);
    await drill.sent('p1', 1, 2);
    await drill.change({ type: 'ChooseVendor', service: 'data', vendor: 3 });
    const counted = await why('p1');
    const { store } = drill;
    const readStream = store.readStream.bind(store);
    store.readStream = async (stream, options) =>
      (await readStream(stream, options)).map((event) => ({ ...event, position: 0 }));
    const uncounted = await why('p1');
    // Of the events that followed, only attempts are looked up in the log.
    const followed = counted.followed.map((each) =>
      each.event.type === 'AttemptStarted' ? each : { ...each, event: { ...each.event, position: null } },
    );
    expect(uncounted).toEqual({ ...counted, followed });
    expect(uncounted).toMatchObject({ verdict: 'follows', vendor: { active: 2 } });
  });

  it('is undefined for an unknown purchase', async () => {
    await drill.sell('p1', airtime());
    expect(await drill.why('p2')).toBeUndefined();
    expect(await drill.why('__proto__')).toBeUndefined();
  });
});

const firstCable = ({ catalog }: ChargeDrill): number => [...catalog.state.cablePlans.keys()][0]!;
