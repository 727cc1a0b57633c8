/** Names of the streams that hold money and what became of it. */

export const walletStream = (userId: string): string => `wallet-${userId}`;
/** Whose wallet the stream is; undefined when it is no wallet. */
export const walletOwner = (stream: string): string | undefined =>
  stream.startsWith('wallet-') ? stream.slice('wallet-'.length) : undefined;

export const purchaseStream = (purchaseId: string): string => `purchase-${purchaseId}`;
/** Which purchase the stream is of; undefined when of none. */
export const purchaseOf = (stream: string): string | undefined =>
  stream.startsWith('purchase-') ? stream.slice('purchase-'.length) : undefined;

/**
 * Whose wallet administrators buy from. It is an ordinary wallet of nobody who could log in: the actor of its events is the
 * administrator.
 */
export const HOUSE_USER_ID = '00000000-0000-4000-8000-000000000000';
