import type {
  AskedAttempt,
  QueryOutcome,
  VendorAdapter,
  VendorAttempt,
  VendorCapabilities,
  VendorOutcome,
} from '../../vendors/vendor-adapter.js';

/** Vendor with given answers, which counts its calls. */
export class FakeVendor implements VendorAdapter {
  capabilities: VendorCapabilities = {
    clientReference: true,
    queryByClientReference: true,
    queryMinAgeMs: 0,
    queryMaxCount: 1_000_000,
  };
  /** Vendor references in the order of dispatch. */
  readonly posts: string[] = [];
  readonly queries: string[] = [];
  onDispatch: (attempt: VendorAttempt) => Promise<VendorOutcome> | VendorOutcome = () => ({
    outcome: 'delivered',
    cost: 9_650n,
  });
  onQuery: (attempt: AskedAttempt) => Promise<QueryOutcome> | QueryOutcome = () => ({
    outcome: 'delivered',
    cost: 9_650n,
  });

  mintReference(_acceptedAt: Date, _now: Date, uniquePart: string): string {
    return `202603011000${uniquePart}`;
  }

  async dispatch(attempt: VendorAttempt): Promise<VendorOutcome> {
    this.posts.push(attempt.vendorReference);
    return this.onDispatch(attempt);
  }

  async query(attempt: AskedAttempt): Promise<QueryOutcome> {
    this.queries.push(attempt.vendorReference);
    return this.onQuery(attempt);
  }

  balance(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
