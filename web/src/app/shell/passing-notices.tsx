import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { TransactionStatus } from '../../../../services/contracts/services.js';
import { NEWEST, useAllTransactionsQuery } from '../../api/transactions.api.js';
import { useNoticeQuery } from '../../api/user-data.api.js';
import { phoneText } from '../../domain/phone.js';
import { useServiceName } from '../../domain/products.js';
import { type Message, msg, t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { naira } from '../../ui/format.js';

const ENDING: Readonly<Partial<Record<TransactionStatus, Message>>> = {
  Successful: msg('{what} was delivered.'),
  Refunded: msg('{what} was not delivered. Your money is back in your wallet.'),
  Reversed: msg('{what} was reversed. Your money is back in your wallet.'),
};

/** Shows a toast when a purchase ends, unless the receipt of this purchase is on screen. */
function OutcomeNotices() {
  const { data } = useAllTransactionsQuery(NEWEST);
  const serviceName = useServiceName();
  const known = useRef(new Map<string, TransactionStatus>());
  const { pathname } = useLocation();
  useEffect(() => {
    for (const row of data?.all_user_transaction ?? []) {
      const before = known.current.get(row.api_transaction_reference);
      known.current.set(row.api_transaction_reference, row.transaction_status);
      const ended = before !== undefined && before !== row.transaction_status;
      const shown = pathname.startsWith('/receipt/') && pathname.endsWith(row.api_transaction_reference);
      const ending = ENDING[row.transaction_status];
      if (!ended || shown || !ending) continue;
      const what = t('{service} of {amount} to {phone}', {
        service: serviceName(row.service),
        amount: naira(row.amount),
        phone: phoneText(row.phone_number),
      });
      toast(t(ending, { what }));
    }
  }, [data, pathname, serviceName]);
  return null;
}

const TOLD_MAX = 160;

/**
 * Shows a toast for each new broadcast. The first broadcast gets no toast, because the home page shows it.
 */
function BroadcastNotices() {
  const { data } = useNoticeQuery();
  const known = useRef(new Set<string>());
  useEffect(() => {
    if (!data) return;
    const { title, messagebody } = data;
    const message = `${title}\n${messagebody}`;
    const isNews = known.current.size > 0 && !known.current.has(message) && messagebody !== '';
    known.current.add(message);
    if (!isNews) return;
    const letters = [...messagebody];
    const told = letters.length > TOLD_MAX ? `${letters.slice(0, TOLD_MAX).join('')}…` : messagebody;
    toast(`${title}: ${told}`);
  }, [data]);
  return null;
}

export default function PassingNotices() {
  return (
    <>
      <OutcomeNotices />
      <BroadcastNotices />
    </>
  );
}
