import { join } from 'node:path';
import { pino } from 'pino';
import { checkpointsInMemory, type Checkpoints } from '../../../infra/checkpoints/checkpoints.js';
import { openLmdbInbox } from '../../../infra/inbox/open-lmdb-inbox.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { ADA, openPeople } from '../../customers/testing/people.js';
import type { People } from '../../customers/testing/people.js';
import { koboFromNaira } from '../../contracts/money.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { webhookSignature } from '../../vendors/webhook-signature.js';
import { startFunding } from '../start-funding.js';
import type { FundingDeps } from '../start-funding.js';

export const SECRET = 'sandbox-secret-key';

/** Webhook of a payment; by default, its amounts are wrong. */
export const webhookOf = (
  transactionReference: string,
  eventType = 'SUCCESSFUL_TRANSACTION',
  amountPaid = 9_999_999,
): Buffer =>
  Buffer.from(
    JSON.stringify({
      eventType,
      eventData: { transactionReference, amountPaid, product: { reference: 'NL-somebody-else' } },
    }),
  );

/** Webhook of Paystack about a payment of `amount` kobo. */
export const chargeOf = (reference: string, amount: number): Buffer =>
  Buffer.from(
    JSON.stringify({ event: 'charge.success', data: { reference, amount, channel: 'dedicated_nuban' } }),
  );

export const signed = (body: Buffer): string => webhookSignature(body, SECRET);

/** Funding with its own customers. */
export async function openFunding(
  overrides: Partial<FundingDeps> = {},
  people?: People,
  checkpoints: Checkpoints = checkpointsInMemory(),
) {
  const on = people ?? (await openPeople({ FUNDING_CHARGE_NAIRA: '50', FUNDING_SWEEP_EVERY: '1h' }));
  const inbox = overrides.inbox ?? openLmdbInbox({ dir: join(on.dir, 'inbox') });
  const { store: eventStore, wallets, users, vault, config } = on;
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const funding = await startFunding({
    eventStore,
    wallets,
    users,
    vault,
    inbox,
    config,
    logger,
    checkpoints,
    settleMs: 20,
    charge: () => koboFromNaira(config.FUNDING_CHARGE_NAIRA) ?? 0n,
    ...overrides,
  });
  const { userId } = await on.register.execute(new CreateUser(ADA, systemContext()));
  const stop = async (): Promise<void> => {
    await funding.stop();
    await inbox.close();
  };
  return {
    funding,
    people: on,
    inbox,
    checkpoints,
    lines,
    userId,
    accountReference: `NL-${userId}`,
    stop,
    reserve: async () => funding.reserveAccount((await on.users.byId(userId))!),
    tell: (reference: string, amountPaid?: number): Promise<void> => {
      const body = webhookOf(reference, undefined, amountPaid);
      return funding.receiveWebhook('monnify', body, signed(body));
    },
    available: async (): Promise<bigint> => (await wallets.load(userId)).available,
    types: async (): Promise<string[]> => (await eventStore.readAll(0, 1_000)).map((event) => event.type),
    remove: async (): Promise<void> => {
      await stop();
      await on.remove();
    },
  };
}
