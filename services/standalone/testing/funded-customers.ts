import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { call, eventually, type Answer } from './callers.js';

export interface Ended {
  readonly status: string;
  readonly steps: readonly string[];
}

export interface Details {
  readonly transaction_status: string;
  readonly price: number;
  readonly face_value: number;
  readonly steps: readonly { readonly step: string }[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** The running product with customers of ten thousand naira each, and vendors whose silence is soon over. */
export interface FundedCustomers {
  readonly product: Running;
  readonly folder: string;
  readonly sandboxUrl: string;
  readonly users: readonly SeededUser[];
  ask(
    path: string,
    body: object,
    who: SeededUser,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Waits until the transaction has that status and has come to the last of those steps. */
  ended(reference: string, who: SeededUser, wanted: Ended): Promise<Details>;
  stop(): Promise<void>;
}

export async function startWithCustomers(
  users: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<FundedCustomers> {
  const folder = mkdtempSync(join(tmpdir(), 'customers-'));
  const sandboxPort = String(await freePort());
  const product = await startStandalone({
    DATA_DIR: folder,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_LATENCY_MS: '5',
    VENDOR_REQUERY_SCHEDULE: '200ms,300ms,500ms',
    VENDOR_NOT_FOUND_AFTER: '1500ms',
    VENDOR_NOT_FOUND_SPACING: '300ms',
    // Some vendors never answer a purchase. They all answer questions, however long a crowded machine takes.
    VENDOR_POST_TIMEOUT: '5s',
    VENDOR_QUERY_TIMEOUT: '2m',
    DEMO_DATA: '0',
    LOG_LEVEL: 'error',
    ...settings,
  });
  const ask: FundedCustomers['ask'] = (path, body, who, headers = {}) =>
    call(product.url, who, path, body, headers);
  return {
    product,
    folder,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    ask,
    users: await seed(folder, users, 10_000),
    ended: (reference, who, { status, steps }) =>
      eventually(
        async () => (await ask('/api/transaction/', { reference }, who)).body['transaction'] as Details,
        (details) =>
          details.transaction_status === status && details.steps.some(({ step }) => step === steps.at(-1)),
        { everyMs: 200 },
      ),
    async stop() {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
