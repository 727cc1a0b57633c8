import { breathe } from '../../../infra/host/timers.js';
import { purchaseIdOf } from '../../../read-models/external-transactions/external-transactions.query.js';
import { actorsIn } from '../../audit/why/actors-in.js';
import { explainCharge } from '../../audit/why/explain-charge.js';
import { readCharge, withPositions } from '../../audit/why/read-charge.js';
import { loadVendorRows } from '../../catalog/vendor-rows.js';
import type { WhyCharged } from '../../contracts/admin/why.contract.js';
import { purchaseStream } from '../../ledger/streams.js';
import type { Config } from '../../runtime/config.js';
import { type LedgerReader, reading } from '../reading-commands.js';
import { progressBar } from '../long-work.js';
import { namesOf } from './names-of.js';
import { askingReadModels, hasReadModels } from './read-models.js';
import { whyLines } from './why-lines.js';
import type { ReadConfig } from '../read-config.js';

type Print = (line: string) => void;

export interface WhyOptions {
  readonly json?: boolean | undefined;
}

/** Exit codes. */
const [FOLLOWS, DOES_NOT, UNKNOWN] = [0, 1, 2] as const;
const PAGE = 1_000;
const pause = (): Promise<void> => Promise.resolve();

const CODES: Readonly<Record<WhyCharged['verdict'], 0 | 1 | 2>> = {
  follows: FOLLOWS,
  'follows-before-change': FOLLOWS,
  'does-not-follow': DOES_NOT,
  'setting-differs': UNKNOWN,
  'not-recomputed': UNKNOWN,
};

/** Explains a charge by the price rules that applied when the order was made. */
export async function why(
  config: ReadConfig,
  reference: string,
  { json = false }: WhyOptions,
  print: Print,
  complain: Print,
): Promise<0 | 1 | 2> {
  try {
    const from = await config();
    return await reading(from, async (store) => {
      const found = await purchaseOf(from, store, reference);
      const facts = found && (await readCharge(store, found.purchaseId, { userId: found.userId, pause }));
      if (!facts) throw new Error(`the ledger has no purchase ${reference}`);
      const vendors = loadVendorRows(from);
      const said = await withPositions(store, explainCharge(facts, { prices: from, vendors }));
      const names = await namesOf(from, store, actorsIn(said));
      const called = vendors.map(({ code, name }) => ({ code, name }));
      if (json) print(JSON.stringify({ ...said, vendors: called, people: names }));
      else for (const line of whyLines(said, { vendors: called, people: names })) print(line);
      return CODES[said.verdict];
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (json) print(JSON.stringify({ unfinished: reason }));
    else complain(`NOT finished: ${reason}`);
    return UNKNOWN;
  }
}

async function purchaseOf(
  config: Config,
  store: LedgerReader,
  reference: string,
): Promise<{ readonly purchaseId: string; readonly userId?: string } | undefined> {
  const exists = async (id: string): Promise<boolean> => (await store.head(purchaseStream(id))).revision >= 0;
  if (await exists(reference)) return { purchaseId: reference };
  const known = hasReadModels(config)
    ? await askingReadModels(config, (readStore) => purchaseIdOf(readStore, reference))
    : reference;
  if (known !== reference && (await exists(known))) return { purchaseId: known };
  const end = await store.lastPosition();
  const progress = progressBar('events');
  for (let after = 0; after < end; after += PAGE) {
    const page = await store.readAll(after, PAGE);
    const found = page.find(
      ({ type, data }) =>
        type === 'PurchaseAccepted' && (data['reference'] === reference || data['purchaseId'] === reference),
    );
    if (found) return { purchaseId: String(found.data['purchaseId']), userId: String(found.data['userId']) };
    progress?.(after + page.length, end);
    await breathe();
  }
  return undefined;
}
