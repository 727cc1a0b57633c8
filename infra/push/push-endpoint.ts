/** Where browsers have their messages delivered, as far as the product sends anything there. */
export interface PushServices {
  /** Lower case; those below them count too. */
  readonly hosts: readonly string[];
  /** Addresses that whoever runs the product named themselves: they may be anywhere. */
  readonly origins: readonly string[];
}

/** @param listed hosts and addresses, separated by commas */
export function pushServicesOf(listed: string): PushServices {
  const names = listed.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  const isAddress = (name: string): boolean => URL.canParse(name) && name.includes('://');
  return {
    hosts: names.filter((name) => !isAddress(name)),
    origins: names.filter(isAddress).map((address) => new URL(address).origin),
  };
}

/** Longer than any that browsers are given. */
export const ENDPOINT_LENGTH_MAX = 1_000;

/**
 * Whether messages are sent to this address. A customer's browser names it, and our server would call it: so it has to be that of a push
 * service that is known, over https on its own port, without a name or password in it. Where its name leads is looked at again
 * when it is called.
 */
export function isPushEndpoint(endpoint: string, { hosts, origins }: PushServices): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin, pathname, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '' || pathname.length < 2) return false;
  if (origins.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
