import { NEWEST, useAirtimeTransactionsQuery } from '../../api/transactions.api.js';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { phoneText } from '../../ui/phone.js';
import classes from './airtime-page.module.css';

const SHOWN = 3;

/** Numbers used lately, so that nobody types the same one twice. */
export function RecentRecipients({ onPick }: { readonly onPick: (phone: string) => void }) {
  const { data: user } = useUserDataQuery();
  const { data } = useAirtimeTransactionsQuery(NEWEST);
  const used = data?.all_user_transaction.map((row) => phoneText(row.phone_number)) ?? [];
  const own = phoneText(user?.phone_number ?? '');
  const phones = [...new Set([own, ...used])].filter(Boolean).slice(0, SHOWN);
  if (phones.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label="Recent numbers">
      {phones.map((phone) => (
        <button key={phone} type="button" onClick={() => onPick(phone)}>
          {phone === own ? `My number ${phone}` : phone}
        </button>
      ))}
    </div>
  );
}
