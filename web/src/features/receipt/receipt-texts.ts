import type { Service } from '../../../../services/contracts/services.js';
import type { Transaction } from '../../api/transactions.api.js';

/** What is on its way, at the beginning of a sentence. */
const THING: Readonly<Record<Service, string>> = {
  airtime: 'Airtime',
  data: 'Data',
  cable: 'Cable subscription',
  electricity: 'Electricity',
  exams: 'Exam pin',
  sms: 'Text',
  bet: 'Bet funding',
  transfer: 'Transfer',
  bvn: 'BVN check',
};

export const serviceOf = (transaction: Transaction): Service => transaction.service.toLowerCase() as Service;

export function titleOf(transaction: Transaction): string {
  const thing = THING[serviceOf(transaction)] ?? transaction.service;
  switch (transaction.transaction_status) {
    case 'Pending':
      return `Your ${thing === 'BVN check' ? thing : thing.toLowerCase()} is on its way`;
    case 'Successful':
      return `${thing} delivered`;
    case 'Refunded':
      return 'Not delivered, money returned';
    case 'Reversed':
      return 'Reversed, money returned';
  }
}

/** What the row calls `phone_number`, as people call it. */
export const RECIPIENT_NAME: Readonly<Record<Service, string>> = {
  airtime: 'Phone number',
  data: 'Phone number',
  cable: 'IUC number',
  electricity: 'Meter',
  exams: 'Phone number',
  sms: 'Recipients',
  bet: 'Client ID',
  transfer: 'Account number',
  bvn: 'Checked for',
};
