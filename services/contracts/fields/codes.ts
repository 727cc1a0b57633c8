/**
 * What each family of vendors calls a plan, by the name of its adapter. Stored with the purchase, so that what is sent
 * does not depend on the price list of the day it is sent.
 */
export type VendorCodes = Readonly<Record<string, string>>;

/** Network codes of the contract. */
export const NETWORKS = { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' } as const;
export type NetworkCode = keyof typeof NETWORKS;
