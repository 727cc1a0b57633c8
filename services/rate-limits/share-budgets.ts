import type { CallReports } from '../../infra/limits/call-reports.js';
import type { CallBudgets } from './call-budgets.js';

/**
 * Makes each process count the calls that other processes allow. Call `report` about ten times a second.
 *
 * Each process decides with its own buckets, so that no call waits for Redis. A caller who uses n processes
 * can make n bursts at first. Later, the caller can exceed the rate only by the calls between two reports.
 * Reported calls put the buckets into debt, and buckets in debt refuse calls. The debt is limited, so the
 * average rate is kept only up to about 20 processes. Without Redis, n processes allow n times the rate. The
 * limit on concurrent calls is not shared.
 */
export function shareBudgets(
  budgets: { readonly accounts: CallBudgets; readonly addresses: CallBudgets },
  reports: CallReports,
  now: () => number,
): { report(): void } {
  const { accounts, addresses } = budgets;
  accounts.keepReports();
  addresses.keepReports();
  reports.onReport((report) => {
    const at = now();
    accounts.takeElsewhere(report.accounts, at);
    addresses.takeElsewhere(report.addresses, at);
  });
  return {
    report() {
      const report = { accounts: accounts.takeReports(), addresses: addresses.takeReports() };
      if (report.accounts.length + report.addresses.length > 0) reports.send(report);
    },
  };
}
