import { isIP } from 'node:net';

/** What devices know the product by: a key that was made for one name and origin signs for no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Who asks for signatures: the address that people use, or this machine where none is set. Undefined where browsers make no
 * keys: at an address without a name.
 */
export function relyingPartyOf({
  PUBLIC_URL,
  PORT,
}: {
  readonly PUBLIC_URL?: string | undefined;
  readonly PORT: number;
}): RelyingParty | undefined {
  const { hostname, origin } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : { id: hostname, origin };
}
