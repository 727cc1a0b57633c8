import { ledger } from '../../../infra/testing/product.js';
import type { Environment } from '../../../infra/testing/product.js';

/** Every event of a ledger but its seals, a JSON line each: those come by the clock, whatever anybody does. */
export async function factsIn(dataDir: string, settings: Environment = {}): Promise<string[]> {
  const events = await ledger(dataDir, ['events', '--limit', '1000000'], settings);
  return events.split('\n').filter((line) => line !== '' && !line.includes('"type":"LedgerSealed"'));
}
