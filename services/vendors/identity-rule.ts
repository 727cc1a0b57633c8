import type { VendorSettings } from './vendor.settings.js';

export type IdentityRule = Pick<VendorSettings, 'ACCOUNT_IDENTITY'> & { readonly NODE_ENV?: string };

/** True when customers get an account number only after they have given a BVN or NIN. */
export const asksIdentity = ({ ACCOUNT_IDENTITY, NODE_ENV }: IdentityRule): boolean =>
  ACCOUNT_IDENTITY ?? NODE_ENV === 'production';
