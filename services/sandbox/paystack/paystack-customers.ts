import { createHash } from 'node:crypto';
import { openJournal, type Journal } from '../journal.js';

export interface PaystackCustomer {
  readonly id: number;
  readonly code: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

export interface PaystackCustomers {
  /**
   * Creates a customer. A second request with the same email gets the existing customer, whose names stay
   * unchanged.
   */
  create(person: Pick<PaystackCustomer, 'email' | 'firstName' | 'lastName' | 'phone'>): PaystackCustomer;
  find(code: string): PaystackCustomer | undefined;
  durable(): Promise<void>;
  close(): Promise<void>;
}

export async function openPaystackCustomers(file: string): Promise<PaystackCustomers> {
  const byCode = new Map<string, PaystackCustomer>();
  const enter = (email: string, firstName: string, lastName: string, phone: string): PaystackCustomer => {
    const code = codeOf(email);
    const customer = { id: byCode.size + 1, code, email, firstName, lastName, phone };
    byCode.set(code, customer);
    return customer;
  };
  const journal: Journal = await openJournal(file, (row) => {
    const [email = '', firstName = '', lastName = '', phone = ''] = row.map(String);
    enter(email, firstName, lastName, phone);
  });
  return {
    create({ email, firstName, lastName, phone }) {
      const known = byCode.get(codeOf(email));
      if (known) return known;
      journal.append([email, firstName, lastName, phone]);
      return enter(email, firstName, lastName, phone);
    },
    find: (code) => byCode.get(code),
    durable: () => journal.durable(),
    close: () => journal.close(),
  };
}

const codeOf = (email: string): string =>
  `CUS_${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 15)}`;
