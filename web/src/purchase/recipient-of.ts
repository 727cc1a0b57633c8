import { normalisePhone } from '../../../services/contracts/fields/phones.js';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import type { Service } from '../../../services/contracts/services.js';
import type { Order } from './purchase-intent.js';

/** Where an order of each service says whom it is for. */
const FIELDS: Readonly<Record<Service, string>> = {
  airtime: 'phone',
  data: 'phone',
  cable: 'iuc',
  electricity: 'meterNumber',
  exams: 'phone',
  sms: 'phone',
  bet: 'clientId',
  transfer: 'user_account_number',
  bvn: '',
};

/** Whom an order is for, as the history writes it: one phone as +2348031234567, several as the first and how many more. */
export function recipientOf({ service, buy }: Pick<Order, 'service' | 'buy'>): string {
  const field = FIELDS[service];
  const typed = String(ownEntry(buy.body as Readonly<Record<string, unknown>>, field) ?? '');
  if (field !== 'phone') return typed;
  const phones = typed
    .split(/[,;\n\r]+/)
    .flatMap((entry) => normalisePhone(entry.replace(/[\s()-]/g, '')) ?? []);
  const [first = '', ...more] = new Set(phones);
  return more.length === 0 ? first : `${first} +${more.length}`;
}
