import { systemContext } from '../../../infra/event-store/event-context.js';
import { now } from '../../../infra/host/clock.js';
import { EPOCH } from '../../../infra/simulation/simulated-host.js';
import { RuleBroken } from '../../contracts/errors.js';
import { CreditManually } from '../../money-desk/credit-manually.handler.js';
import type { ApiProcess } from '../processes.js';
import { userOf } from '../scenario.js';
import type { SimulatedBank } from '../simulated-bank.js';
import type { SimulatedWorld } from '../simulated-world.js';
import type { PlannedCredit, PlannedImport, PlannedMoneyIn, PlannedTransfer } from './money-in-plan.js';

/** Payments before this moment (Unix ms) are part of the imported balances. */
export const CUT_OVER_MS = EPOCH;
const BEFORE_CUT_OVER_MS = 3_600_000;
const PATIENCE_MS = 9_000;
const AGAIN_MS = 4_000;
const REFUSED: ReadonlySet<string> = new Set([
  'BANK_REFERENCE_USED',
  'PAYMENT_OF_PROVIDER',
  'CHANGE_CONFLICT',
]);

export class MoneyIn {
  constructor(
    private readonly world: SimulatedWorld & { readonly bank: SimulatedBank },
    private readonly planned: PlannedMoneyIn,
  ) {}

  plan(): void {
    const { scheduler } = this.world;
    for (const transfer of this.planned.transfers) {
      this.#arrive(transfer);
      for (const hand of transfer.hands)
        scheduler.in(transfer.atMs + hand.afterMs, undefined, 'credit', () => this.#credit(transfer, hand));
    }
    for (const each of this.planned.imports)
      for (const atMs of each.atMs) scheduler.in(atMs, undefined, 'import', () => this.#import(each));
  }

  #arrive({ listed, atMs, customer, paid, session, isImported }: PlannedTransfer): void {
    const { scheduler, bank, vendorNet } = this.world;
    const paidAt = isImported ? CUT_OVER_MS - BEFORE_CUT_OVER_MS : CUT_OVER_MS + atMs;
    for (const { provider, reference, afterMs, webhooks } of listed)
      scheduler.in(atMs + afterMs, undefined, 'transfer', () => {
        bank.list(provider, { reference, customer, paid, paidAt, session });
        for (let told = 0; told < webhooks; told += 1) {
          const role = scheduler.random.pick(this.world.up());
          if (role)
            scheduler.in(vendorNet.way(), role.process, 'transfer told', () => {
              role.api?.report(provider, reference).catch(() => undefined);
            });
        }
      });
  }

  #credit({ customer, paid }: PlannedTransfer, hand: PlannedCredit): void {
    const { commandId, administrator, reference } = hand;
    const payment = {
      userId: userOf(customer),
      amount: paid,
      bank: 'Simulated Bank',
      reference,
      depositor: 'Ada Obi',
      evidence: 'statement',
      reason: 'simulated',
    };
    const actor = { kind: 'admin', id: administrator } as const;
    this.#keepTrying(`credit ${commandId}`, (api) => {
      const context = { actor, correlationId: commandId, now: now() };
      return api.credits.execute(new CreditManually(payment, context, commandId));
    });
  }

  #import({ oldId, customer, balance }: PlannedImport): void {
    const userId = userOf(customer);
    this.#keepTrying(`import ${oldId}`, (api) =>
      this.world.vault.forgotten.has(userId)
        ? Promise.resolve()
        : api.move({ oldId, userId, balance, isThere: true }, systemContext()),
    );
  }

  #keepTrying(what: string, work: (api: ApiProcess) => Promise<unknown>): void {
    const { scheduler, story } = this.world;
    const role = scheduler.random.pick(this.world.up());
    let over = false;
    const end = (answer: string, isDone: boolean): void => {
      if (over) return;
      over = true;
      story.tell(what, () => `hears ${answer}`);
      if (!isDone) scheduler.in(AGAIN_MS, undefined, what, () => this.#keepTrying(what, work));
    };
    scheduler.in(PATIENCE_MS, undefined, `${what} unanswered`, () => end('nothing', false));
    if (!role?.api) return;
    const { api, process } = role;
    scheduler.in(scheduler.random.fraction() * 40, process, what, () => {
      work(api).then(
        (answer) => end(textOf(answer), true),
        (error: unknown) => end(String(error), error instanceof RuleBroken && REFUSED.has(error.code)),
      );
    });
  }
}

const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ??
  'that it is done';
