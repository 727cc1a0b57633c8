import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLS } from '../../contracts/calls.js';
import type { Decision, ExternalRow } from '../../contracts/admin/external.contract.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import { call, eventually, send } from './callers.js';
import type { Answer, SignedIn } from './callers.js';
import { press } from './decide-at-once.js';
import { FOR_REVIEW } from './under-fire.js';
import type { Acknowledged, Target } from './under-fire.js';

/** Codes of the vendors that sell airtime. */
const AIRTIME_VENDORS = [2, 3, 5, 7, 8, 1];
const PLAN = { datanetwork: 1, selectedDataPlan: 1301 };
const SHOWN: Readonly<Record<Decision, string>> = { refund: 'Refunded', successful: 'Successful' };
/** Minimum of decisions and rounds, even when the rest of the test ends early. */
const LEAST = { decided: 10, rounds: 6 };

/** Long enough for repeated kills and restarts on a slow machine. */
const PATIENTLY = { withinMs: 1_200_000, everyMs: 100 };

/** An administrator and the process they use. */
export interface OnDuty {
  readonly url: () => string;
  /** Signs in again after a lost session. */
  readonly signIn: () => Promise<SignedIn>;
}

interface Fire {
  /** Two administrators who press opposite buttons. */
  readonly administrators: readonly [OnDuty, OnDuty];
  /** Purchases so far. */
  readonly acknowledged: readonly Acknowledged[];
  readonly customer: SeededUser;
  /** Returns true once all buyers have finished. */
  readonly isOver: () => boolean;
  /** Pause between rounds, ms, to relieve small machines. */
  readonly restMs?: number;
}

/** Retries while a killed process restarts. */
const answered = async (ask: () => Promise<Answer>): Promise<Answer> =>
  (await eventually(
    () => ask().catch(() => undefined),
    (answer) => answer !== undefined && answer.status < 500 && answer.status !== 401,
    PATIENTLY,
  ))!;

/**
 * Decides reviews, each by two administrators at once, switches the airtime vendor and changes a price during
 * faults.
 * @returns the status of each decided purchase, by reference
 */
export async function administrate(fire: Fire): Promise<ReadonlyMap<string, string>> {
  const { administrators, acknowledged, customer, isOver, restMs = 0 } = fire;
  const [one, other] = administrators;
  const sessions = new Map<OnDuty, SignedIn>();
  const as = (administrator: OnDuty, ask: (url: string, who: SignedIn) => Promise<Answer>): Promise<Answer> =>
    answered(async () => {
      const who = sessions.get(administrator) ?? (await administrator.signIn());
      sessions.set(administrator, who);
      const answer = await ask(administrator.url(), who);
      if (answer.status === 401) sessions.delete(administrator);
      return answer;
    });
  const post = (path: string, body: object, administrator = one): Promise<Answer> =>
    as(administrator, (url, { headers }) => send(url + path, 'POST', body, headers));
  const decided = new Map<string, string>();

  async function decideAbout({ id, transaction_reference: reference }: ExternalRow): Promise<void> {
    const pressed = async (administrator: OnDuty, decision: Decision): Promise<Decision | undefined> => {
      const { status } = await as(administrator, (url, who) => press({ url, who }, decision, id));
      expect([200, 409]).toContain(status);
      return status === 200 ? decision : undefined;
    };
    const done = (await Promise.all([pressed(one, 'refund'), pressed(other, 'successful')])).filter(
      (decision) => decision !== undefined,
    );
    expect(done.length).toBeLessThanOrEqual(1);
    if (done[0]) decided.set(reference, SHOWN[done[0]]);
  }

  /** Purchases that no requery can settle. */
  async function waiting(): Promise<readonly ExternalRow[]> {
    const recipients = new Map(acknowledged.map(({ reference, recipient }) => [reference, recipient]));
    const { body } = await post(CALLS.failedExternal.path, { page: 1, page_size: 10 }, other);
    const rows = body['failed_history'] as readonly ExternalRow[];
    return rows.filter((row) => FOR_REVIEW.test(recipients.get(row.transaction_reference) ?? ''));
  }

  /** List price of the plan, naira. */
  async function price(): Promise<number> {
    const path = CALLS.dataPlanPrices.path;
    const { body } = await answered(() => call(one.url(), customer, path, PLAN));
    return Number(body['price']) + Number(body['discount']);
  }

  let priced = 0;
  let refused = 0;
  async function setPrice(newPrices: number): Promise<void> {
    await eventually(
      async () => post(CALLS.setDataPrice.path, { ...PLAN, newPrices, amount: await price() }),
      ({ status }) => status === 200,
      PATIENTLY,
    );
    priced = newPrices;
  }

  /** Price of the plan for the customer, naira. */
  async function quote(): Promise<number> {
    const { body } = await answered(() => call(one.url(), customer, CALLS.dataQuote.path, PLAN));
    return Number(body['price']);
  }

  /**
   * Buys at a changed price and expects `PRICE_CHANGED`.
   * Uses one process throughout: another may sell at the old price for a moment.
   */
  async function buyAfterChange(newPrices: number): Promise<void> {
    const agreed = await quote();
    await setPrice(newPrices);
    if ((await quote()) === agreed) return;
    const order = { ...PLAN, phone: '08031230000', transaction_pin: customer.pin, quoted_price: agreed };
    const { status, body } = await answered(() => call(one.url(), customer, CALLS.buyData.path, order));
    expect([status, body['code']]).toEqual([409, 'PRICE_CHANGED']);
    refused += 1;
  }

  for (let round = 0; !isOver() || round < LEAST.rounds || decided.size < LEAST.decided; round++) {
    const code = AIRTIME_VENDORS[round % AIRTIME_VENDORS.length];
    const switched = await post(CALLS.switchAirtimeVendor.path, { airtimeapiidentifier: code });
    expect(switched.status).toBe(200);
    await buyAfterChange(500 + ((round * 10) % 100));
    for (const row of await waiting()) await decideAbout(row);
    await sleep(restMs);
  }
  await eventually(price, (shown) => shown === priced, PATIENTLY);
  expect(refused).toBeGreaterThan(0);
  return decided;
}

/** Checks that each decided purchase was decided once, and its money moved once accordingly. */
export async function expectDecidedOnce(target: Target, decided: ReadonlyMap<string, string>): Promise<void> {
  const references = new Map<string, string>();
  const told = new Map<string, string[]>();
  for (const line of (await target.ledger('events', '--limit', '1000000')).split('\n')) {
    if (!/"(?:PurchaseOpened|ReviewResolved|PurchaseCaptured|PurchaseReleased)"/.test(line)) continue;
    const { type, data } = JSON.parse(line) as Logged;
    const { purchaseId, reference, decision } = data;
    if (type === 'PurchaseOpened') references.set(purchaseId, reference);
    else told.set(purchaseId, [...(told.get(purchaseId) ?? []), decision ?? type]);
  }
  const became = new Map(
    Array.from(told, ([purchaseId, facts]) => [references.get(purchaseId), facts.sort()]),
  );
  for (const [reference, shown] of decided)
    expect([reference, became.get(reference)]).toEqual([reference, DECIDED_AS[shown]]);
}

interface Logged {
  readonly type: string;
  readonly data: { readonly purchaseId: string; readonly reference: string; readonly decision?: string };
}

/** Event type and outcome of purchases that an administrator decided. */
const DECIDED_AS: Readonly<Record<string, readonly string[]>> = {
  Refunded: ['PurchaseReleased', 'refund'],
  Successful: ['PurchaseCaptured', 'delivered'],
};
