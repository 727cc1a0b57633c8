import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { call, eventually, type Answer } from './callers.js';
import { type SharedProduct, takeProduct } from './shared-product.js';

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

/** A shared product with the suite's own customers, who hold ₦10,000 each. */
export interface FundedCustomers {
  readonly product: SharedProduct;
  readonly folder: string;
  readonly sandboxUrl: string;
  readonly users: readonly SeededUser[];
  ask(
    path: string,
    body: object,
    who: SeededUser,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Waits for the status and the last of the steps. */
  ended(reference: string, who: SeededUser, wanted: Ended): Promise<Details>;
  stop(): void;
}

export async function startWithCustomers(
  users: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<FundedCustomers> {
  const product = await takeProduct(settings);
  const ask: FundedCustomers['ask'] = (path, body, who, headers = {}) =>
    call(product.url, who, path, body, headers);
  return {
    product,
    folder: product.folder,
    sandboxUrl: product.sandboxUrl,
    ask,
    users: await seed(product.folder, users, 10_000),
    ended: (reference, who, { status, steps }) =>
      eventually(
        async () => (await ask('/api/transaction/', { reference }, who)).body['transaction'] as Details,
        (details) =>
          details.transaction_status === status && details.steps.some(({ step }) => step === steps.at(-1)),
        { everyMs: 200 },
      ),
    stop: () => product.giveBack(),
  };
}
