import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { TransactionStatus } from '../../../../services/contracts/services.js';
import { NEWEST, useAllTransactionsQuery } from '../../api/transactions.api.js';
import { naira } from '../../ui/format.js';
import { phoneText } from '../../ui/phone.js';
import { serviceName } from '../../ui/services.js';
import { toast } from '../../ui/toast.js';

const ENDING: Readonly<Record<TransactionStatus, string>> = {
  Pending: '',
  Successful: 'was delivered.',
  Refunded: 'was not delivered. Your money is back in your wallet.',
  Reversed: 'was reversed. Your money is back in your wallet.',
};

/** Says on any page how a purchase ended, once it has; its own receipt says so itself. */
export function OutcomeNotices() {
  const { data } = useAllTransactionsQuery(NEWEST);
  const known = useRef(new Map<string, TransactionStatus>());
  const { pathname } = useLocation();
  useEffect(() => {
    for (const row of data?.all_user_transaction ?? []) {
      const before = known.current.get(row.api_transaction_reference);
      known.current.set(row.api_transaction_reference, row.transaction_status);
      const ended = before !== undefined && before !== row.transaction_status;
      const shown = pathname.startsWith('/receipt/') && pathname.endsWith(row.api_transaction_reference);
      if (ended && !shown)
        toast(
          `${serviceName(row.service)} of ${naira(row.amount)} to ${phoneText(row.phone_number)} ${ENDING[row.transaction_status]}`,
        );
    }
  }, [data, pathname]);
  return null;
}
