import type { Config } from '../../infra/config/config.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { openMongoReadStore } from '../../infra/read-store/mongo/open-mongo-read-store.js';
import type { ReadStore, View } from '../../infra/read-store/view.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { accountsView } from '../../read-models/accounts/accounts.view.js';
import { historyView } from '../../read-models/history/history.view.js';
import { views } from '../../read-models/views.js';
import { walletView } from '../../read-models/wallet/wallet.view.js';
import { compareReadModels, rowSource } from '../audit/compare-read-models.js';
import type { Comparison } from '../audit/compare-read-models.js';
import { verifyLedger } from '../audit/verify-ledger.js';
import type { VerifyReport } from '../audit/verify-ledger.js';
import { foldersOf } from '../standalone/open-ledger.js';
import { reading } from './reading-commands.js';

export interface VerifyCommandOptions {
  readonly readModels: boolean;
  readonly json: boolean;
}

/** What was proved. `ok` only when nothing at all is wrong. */
export type Verified = VerifyReport & { readonly readModels?: Comparison };

/**
 * Replays the log and checks everything that can be known from it; with `readModels` also what the screens show. Says what
 * it found, as JSON also when the ledger cannot be read at all. @returns whether nothing is wrong
 */
export async function verify(
  config: Config,
  { readModels, json }: VerifyCommandOptions,
  print: (line: string) => void,
): Promise<boolean> {
  try {
    const verified = await prove(config, readModels);
    for (const line of json ? [JSON.stringify(verified)] : linesOf(verified)) print(line);
    return verified.ok;
  } catch (error) {
    if (!json) throw error;
    print(JSON.stringify(unreadable(error)));
    return false;
  }
}

const prove = (config: Config, readModels: boolean): Promise<Verified> =>
  reading(config, async (eventStore) => {
    const report = await verifyLedger({ eventStore });
    const compared = readModels ? await compare(config, eventStore) : undefined;
    return {
      ...report,
      ok: report.ok && (compared?.same ?? true),
      ...(compared && { readModels: compared }),
    };
  });

/** The report on a ledger of which nothing could be proved. */
function unreadable(error: unknown): Pick<Verified, 'ok' | 'problemCount' | 'problems'> {
  const detail = error instanceof Error ? error.message : String(error);
  return { ok: false, problemCount: 1, problems: [{ rule: 'unreadable', position: 0, stream: '', detail }] };
}

async function compare(config: Config, eventStore: EventStore): Promise<Comparison> {
  const readStore: ReadStore = config.cluster
    ? await openMongoReadStore({ url: config.cluster.mongoUrl, views })
    : await openSqliteReadStore({ dir: foldersOf(config).readModels, views });
  const rows = (view: unknown) => rowSource(readStore, view as View);
  try {
    return await compareReadModels(eventStore, {
      wallet: rows(walletView),
      accounts: rows(accountsView),
      history: rows(historyView),
    });
  } finally {
    await readStore.close();
  }
}

function linesOf({ events, sum, purchases, problems, problemCount, readModels, ok }: Verified): string[] {
  const counts = Object.entries(purchases).map(([name, count]) => `${count} ${name}`);
  return [
    `${events} events: every hash and every chain checked`,
    `purchases: ${counts.join(', ')}`,
    `all accounts add up to ${sum} kobo`,
    ...(readModels
      ? [`${readModels.rows} rows of read models compared, ${readModels.differing} differ`]
      : []),
    ...(readModels?.examples ?? []).map(
      (one) => `  ${one.view} ${one.key}: shows ${one.shown}, the log says ${one.replayed}`,
    ),
    ...problems.map((problem) => `  ${JSON.stringify(problem)}`),
    ok ? 'verified: nothing is wrong' : `NOT verified: ${problemCount} problems in the log`,
  ];
}
