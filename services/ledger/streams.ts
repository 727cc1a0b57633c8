export const walletStream = (userId: string): string => `wallet-${userId}`;
export const walletOwner = (stream: string): string | undefined =>
  stream.startsWith('wallet-') ? stream.slice('wallet-'.length) : undefined;

export const purchaseStream = (purchaseId: string): string => `purchase-${purchaseId}`;
export const purchaseOf = (stream: string): string | undefined =>
  stream.startsWith('purchase-') ? stream.slice('purchase-'.length) : undefined;

/**
 * User id of the company itself, from whose wallet administrators buy. No person can sign in as this user. The
 * `actor` of each event names the administrator.
 */
export const HOUSE_USER_ID = '00000000-0000-4000-8000-000000000000';
