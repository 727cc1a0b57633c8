export const walletStream = (userId: string): string => `wallet-${userId}`;
/** User ID of a wallet's owner; undefined when `stream` is not the stream of a wallet. */
export const walletOwner = (stream: string): string | undefined =>
  stream.startsWith('wallet-') ? stream.slice('wallet-'.length) : undefined;

export const purchaseStream = (purchaseId: string): string => `purchase-${purchaseId}`;
/** Purchase ID; undefined when `stream` is not the stream of a purchase. */
export const purchaseOf = (stream: string): string | undefined =>
  stream.startsWith('purchase-') ? stream.slice('purchase-'.length) : undefined;

/**
 * Owner of the wallet that administrators buy from. No person can log in as this user. The `actor` of an
 * event names the administrator.
 */
export const HOUSE_USER_ID = '00000000-0000-4000-8000-000000000000';
