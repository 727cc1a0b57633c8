import type { Service } from '../../../../services/contracts/services.js';
import type { Transaction } from '../../api/transactions.api.js';
import { networkOf } from '../../ui/networks.js';
import { phoneText } from '../../ui/phone.js';
import { serviceOf } from './receipt-texts.js';

interface Again {
  readonly to: string;
  /** What the form is filled with. */
  readonly again: object;
}

/** The form of the same service, filled with what is known from this receipt; undefined where nothing is bought. */
export function buyAgain(transaction: Transaction): Again | undefined {
  const recipient = phoneText(transaction.phone_number);
  const amount = String(transaction.face_value);
  const chosen = networkOf(transaction.network);
  const forms: Readonly<Record<Service, Again | undefined>> = {
    airtime: { to: '/airtime', again: { phone: recipient, amount, chosen } },
    data: { to: '/buydata', again: { phone: recipient, chosen } },
    cable: { to: '/cable', again: { iuc: recipient } },
    electricity: { to: '/electricity', again: { meter: recipient, amount } },
    exams: { to: '/exams', again: { phone: recipient } },
    sms: { to: '/bulksms', again: {} },
    bet: { to: '/fundbet', again: { clientId: recipient, amount } },
    transfer: { to: '/transfer', again: { account: recipient, amount } },
    bvn: undefined,
  };
  return forms[serviceOf(transaction)];
}
