import type { Kobo } from '../../contracts/money.js';
import type { Role, Tier } from '../../contracts/services.js';

export interface DemoPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: Role;
  readonly tier: Tier;
  readonly customer?: { readonly pin: string; readonly balance: Kobo };
}

/** Demo accounts, which must never exist in production, because their passwords are public. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'customer@demo.test',
    password: 'Demo-pass-1',
    role: 'user',
    tier: 'regular',
    firstName: 'Ada',
    lastName: 'Customer',
    phone: '08031230001',
    customer: { pin: '4826', balance: 5_000_000n },
  },
  {
    email: 'affiliate@demo.test',
    password: 'Demo-pass-1',
    role: 'user',
    tier: 'affiliate',
    firstName: 'Bola',
    lastName: 'Affiliate',
    phone: '08051230002',
    customer: { pin: '4826', balance: 10_000_000n },
  },
  {
    email: 'admin@demo.test',
    password: 'Admin-pass-1',
    role: 'admin',
    tier: 'regular',
    firstName: 'Chidi',
    lastName: 'Admin',
    phone: '08021230003',
  },
  {
    email: 'auditor@demo.test',
    password: 'Audit-pass-1',
    role: 'auditor',
    tier: 'regular',
    firstName: 'Dayo',
    lastName: 'Auditor',
    phone: '08091230004',
  },
];
