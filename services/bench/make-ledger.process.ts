import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { EventData, NewEvent, StreamHead } from '../../infra/event-store/event-store.js';
import { NO_STREAM } from '../../infra/event-store/event-store.js';

/**
 * Writes a ledger whose events look like those of settled airtime purchases.
 * Usage: `node make-ledger.process.js <dataDir> <events> [ms between events]`.
 */
const [dataDir = '', events = '1000000', stepMs = '20'] = process.argv.slice(2);
const EVENTS_PER_PURCHASE = 5;
const PURCHASES_PER_APPEND = 50;
const WALLETS = 1_000;
const rounds = Math.ceil(Number(events) / (WALLETS * EVENTS_PER_PURCHASE * PURCHASES_PER_APPEND));

const vault = await openLmdbKeyVault({ dir: join(dataDir, 'secrets', 'vault') });
const store = await openLmdbEventStore({ dir: join(dataDir, 'events') });
const users: string[] = Array.from({ length: WALLETS }, () => randomUUID());
await vault.createKeys(users);

let clock = Date.parse('2026-01-01T08:00:00Z');
let sinceClock = 0;
const fact = (type: string, data: EventData): NewEvent => {
  const id = randomUUID();
  sinceClock += Number(stepMs);
  return {
    id,
    type,
    version: 1,
    at: new Date(clock).toISOString(),
    actor: { kind: 'user', id: 'bench' },
    correlationId: id,
    causationId: id,
    data,
  };
};
const line = (account: string, amount: number): EventData => ({ account, amount: String(amount) });

const heads = new Map<string, StreamHead>();
const available = new Map(users.map((user) => [user, 100_000_000]));
for (const user of users) {
  const opened = fact('WalletOpened', { userId: user });
  const funded = fact('WalletFunded', {
    userId: user,
    provider: 'opening',
    transactionReference: user,
    source: 'Opening balance',
    paid: '100000000',
    charge: '0',
    providerFee: '0',
    credited: '100000000',
    availableBefore: '0',
    availableAfter: '100000000',
    heldAfter: '0',
    postings: [line('opening', 100_000_000), line(`user_available:${user}`, -100_000_000)],
  });
  heads.set(user, (await store.append(`wallet-${user}`, NO_STREAM, [opened, funded])).head);
}

async function buy(user: string): Promise<void> {
  const accepted: NewEvent[] = [];
  const captured: NewEvent[] = [];
  const conversations: { stream: string; events: NewEvent[] }[] = [];
  let balance = available.get(user)!;
  const leftAvailable = String(balance - 9_900 * PURCHASES_PER_APPEND);
  for (let n = 0; n < PURCHASES_PER_APPEND; n++) {
    const purchaseId = randomUUID();
    const about = { userId: user, purchaseId };
    const reference = `NL${purchaseId.slice(0, 13)}`;
    const firstAnswer = { message: 'Your request is being processed. We will notify you.', reference };
    const sealed = vault.seal(user, { recipient: `0803${String(1_000_000 + n).slice(1)}7` });
    const order = {
      reference,
      service: 'airtime',
      product: { network: 1 },
      amount: '10000',
      price: '9900',
      expectedCost: '9700',
      vendor: 1,
      requestDigest: purchaseId,
      firstAnswer,
      sealed,
    };
    balance -= 9_900;
    accepted.push(
      fact('PurchaseAccepted', {
        ...about,
        ...order,
        tier: 'regular',
        discount: '100',
        duplicateKey: purchaseId,
        availableAfter: String(balance),
        heldAfter: String(9_900 * (n + 1)),
        postings: [line(`user_available:${user}`, 9_900), line(`user_held:${user}`, -9_900)],
      }),
    );
    const attempt = { ...about, attempt: 1, vendor: 1 };
    conversations.push({
      stream: `purchase-${purchaseId}`,
      events: [
        fact('PurchaseOpened', { ...about, ...order }),
        fact('AttemptStarted', { ...attempt, vendorReference: `202601010800${purchaseId.slice(0, 8)}` }),
        fact('AttemptDelivered', { ...attempt, cost: '9700' }),
      ],
    });
    captured.push(
      fact('PurchaseCaptured', {
        ...about,
        service: 'airtime',
        vendor: 1,
        price: '9900',
        cost: '9700',
        availableAfter: leftAvailable,
        heldAfter: String(9_900 * (PURCHASES_PER_APPEND - n - 1)),
        postings: [
          line(`user_held:${user}`, 9_900),
          line('vendor_float:1', -9_700),
          line('margin:airtime', -200),
        ],
      }),
    );
  }
  available.set(user, balance);
  const wallet = `wallet-${user}`;
  const { head } = await store.append(wallet, heads.get(user)!, accepted);
  await Promise.all(conversations.map(({ stream, events }) => store.append(stream, NO_STREAM, events)));
  heads.set(user, (await store.append(wallet, head, captured)).head);
}

for (let round = 0; round < rounds; round++)
  for (let first = 0; first < WALLETS; first += 100) {
    // Purchases that are bought at once have one time, because the log stores their events mixed.
    [clock, sinceClock] = [clock + sinceClock, 0];
    await Promise.all(users.slice(first, first + 100).map(buy));
  }
const written = await store.lastPosition();
await store.close();
await vault.close();
process.stdout.write(JSON.stringify({ events: written }));
