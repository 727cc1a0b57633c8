import type { Service } from '../../../../services/contracts/services.js';
import type { Beneficiary } from '../../api/beneficiaries.api.js';
import type { Transaction } from '../../api/transactions.api.js';
import { networkOf } from '../../ui/networks.js';
import { phoneText } from '../../ui/phone.js';
import { serviceOf } from './receipt-texts.js';

interface Again {
  readonly to: string;
  /** What the form is filled with. */
  readonly again: object;
}

/** The form of the same service, filled with what is known of this purchase; undefined where nothing is bought. */
export function buyAgain(transaction: Transaction, known: Beneficiary | undefined): Again | undefined {
  const recipient = phoneText(transaction.phone_number);
  const amount = String(transaction.face_value);
  const chosen = networkOf(transaction.network);
  const provider = known?.provider ?? '';
  const meterType = known?.kind.toLowerCase() === 'postpaid' ? 'Postpaid' : 'Prepaid';
  const forms: Readonly<Record<Service, Again | undefined>> = {
    airtime: { to: '/airtime', again: { phone: recipient, amount, chosen } },
    data: { to: '/buydata', again: { phone: recipient, chosen } },
    cable: { to: '/cable', again: { iuc: recipient, provider } },
    electricity: { to: '/electricity', again: { meter: recipient, amount, disco: provider, meterType } },
    exams: { to: '/exams', again: { phone: recipient } },
    sms: { to: '/bulksms', again: {} },
    bet: { to: '/fundbet', again: { clientId: recipient, amount, platform: provider } },
    transfer: { to: '/transfer', again: { account: recipient, amount, bank: provider } },
    bvn: undefined,
  };
  return forms[serviceOf(transaction)];
}
