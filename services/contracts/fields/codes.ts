/** Plan codes per vendor adapter. Stored with the purchase, so that a later price list does not change the order. */
export type VendorCodes = Readonly<Record<string, string>>;

/** Network codes of the contract. */
export const NETWORKS = { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' } as const;
export type NetworkCode = keyof typeof NETWORKS;
