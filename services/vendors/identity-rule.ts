import type { PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import type { VendorSettings } from './vendor.settings.js';

export type IdentityRule = Pick<VendorSettings, 'ACCOUNT_IDENTITY' | 'FUNDING_PROVIDERS'> & {
  readonly NODE_ENV?: string;
};

/** Providers that check the BVN or NIN of a customer. */
const CHECKING: readonly PaymentProvider[] = ['monnify'];

/** True when customers get an account number only after a provider has taken their BVN or NIN. */
export const asksIdentity = ({ ACCOUNT_IDENTITY, FUNDING_PROVIDERS, NODE_ENV }: IdentityRule): boolean =>
  (ACCOUNT_IDENTITY ?? NODE_ENV === 'production') &&
  FUNDING_PROVIDERS.some((code) => CHECKING.includes(code));
