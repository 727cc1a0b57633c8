export const walletStream = (userId: string): string => `wallet-${userId}`;
export const walletOwner = (stream: string): string | undefined =>
  stream.startsWith('wallet-') ? stream.slice('wallet-'.length) : undefined;

export const purchaseStream = (purchaseId: string): string => `purchase-${purchaseId}`;
export const purchaseOf = (stream: string): string | undefined =>
  stream.startsWith('purchase-') ? stream.slice('purchase-'.length) : undefined;

/**
 * Owner of the wallet from which administrators buy for the house. No person can log in as this user. The
 * `actor` of an event names the administrator.
 */
export const HOUSE_USER_ID = '00000000-0000-4000-8000-000000000000';
