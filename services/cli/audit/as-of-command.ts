import { loadSecrets } from '../../../infra/crypto/secrets.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { keptDays } from '../../../read-models/day-totals/kept-days.query.js';
import { type Moment, positionAt } from '../../audit/as-of/position-at.js';
import { trialBalanceAsOf } from '../../audit/as-of/trial-balance-as-of.js';
import { walletAsOf } from '../../audit/as-of/wallet-as-of.js';
import { positionOf } from '../../audit/proofs/position-of.js';
import { lagosDisplay } from '../../contracts/fields/lagos-day.js';
import { emailStream } from '../../customers/user.events.js';
import { emailMac } from '../../customers/email-claims.js';
import { walletStream } from '../../ledger/streams.js';
import type { Config } from '../../runtime/config.js';
import { reading } from '../reading-commands.js';
import { progressBar } from '../long-work.js';
import { askingReadModels, hasReadModels } from './read-models.js';

export interface AsOfOptions {
  readonly at?: number | undefined;
  readonly position?: number | undefined;
  /** Customer id or email. */
  readonly wallet?: string | undefined;
  readonly account?: string | undefined;
  readonly json?: boolean | undefined;
}

type Print = (line: string) => void;

export const asOf = (config: Config, options: AsOfOptions, print: Print): Promise<void> =>
  reading(config, async (store) => {
    const { at, position, wallet, account, json = false } = options;
    if (at !== undefined && position !== undefined) throw new Error('say either --at or --position');
    if (wallet !== undefined && account !== undefined) throw new Error('say either --wallet or --account');
    const moment: Moment =
      at === undefined ? { position: position ?? (await store.lastPosition()) } : { atMs: at };
    const onProgress = progressBar('events');
    const kept = hasReadModels(config) ? await askingReadModels(config, keptDays) : undefined;
    const place = async (): Promise<number> => (await positionAt(store, moment, kept)).position;
    if (wallet !== undefined)
      return ofWallet(store, await userIdOf(config, store, wallet), await place(), { json, print });
    const [, side, userId] = /^user_(available|held):(.{1,100})$/.exec(account ?? '') ?? [];
    if (account !== undefined && userId !== undefined) {
      const found = await walletAsOf(store, userId, await place());
      const kobo = -BigInt(side === 'held' ? found.held : found.available);
      return print(json ? JSON.stringify({ account, balance: String(kobo) }) : String(kobo));
    }
    const { trial, ...found } = await trialBalanceAsOf(store, moment, kept, { onProgress });
    if (account !== undefined) {
      const balance = String(trial.of(account));
      return print(json ? JSON.stringify({ position: found.position, account, balance }) : balance);
    }
    const rows = Array.from(trial.entries(), ([name, kobo]) => [name, String(kobo)] as const);
    rows.sort(([left], [right]) => (left < right ? -1 : 1));
    if (json) return print(JSON.stringify({ position: found.position, accounts: Object.fromEntries(rows) }));
    for (const [name, kobo] of rows) print(`${name.padEnd(60)} ${kobo.padStart(18)}`);
  });

async function ofWallet(
  store: EventStore,
  userId: string,
  position: number,
  { json, print }: { readonly json: boolean; readonly print: Print },
): Promise<void> {
  if ((await store.head(walletStream(userId))).revision < 0)
    throw new Error(`there is no wallet of ${userId}`);
  const { available, held, event } = await walletAsOf(store, userId, position);
  if (json) {
    const { hash: _, ...told } = { hash: '', ...event };
    const last = event && { ...told, position: await positionOf(store, event) };
    return print(JSON.stringify({ userId, available, held, event: last }));
  }
  print(`available ${available.padStart(18)}`);
  print(`held      ${held.padStart(18)}`);
  print(
    event
      ? `since ${event.type} of ${lagosDisplay(event.at)}, revision ${event.revision}`
      : 'it was not open yet',
  );
}

/** Find the customer by the digest that `emailKey` gives, because the log has no plain emails. */
async function userIdOf(config: Config, store: EventStore, wallet: string): Promise<string> {
  if (!wallet.includes('@')) return wallet;
  const { emailKey } = loadSecrets({ dir: config.secretsDir, production: true });
  const stream = emailStream(emailMac(emailKey, wallet));
  const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
  if (last?.type !== 'EmailClaimed') throw new Error('nobody has this email');
  return String(last.data['userId']);
}
