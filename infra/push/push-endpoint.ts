export interface PushServices {
  /** Hosts of push services in lower case. Their subdomains are allowed too. */
  readonly hosts: readonly string[];
  /** Origins that the operator allows, even when they are in a private network. */
  readonly origins: readonly string[];
}

/** @param listed hosts and origins, separated by commas. `*.example.com` means the same as `example.com`. */
export function pushServicesOf(listed: string): PushServices {
  const names = listed.split(',').flatMap((name) => name.trim().toLowerCase() || []);
  const isAddress = (name: string): boolean => URL.canParse(name) && name.includes('://');
  return {
    hosts: names.filter((name) => !isAddress(name)).map((name) => name.replace(/^\*\./, '')),
    origins: names.filter(isAddress).map((address) => new URL(address).origin),
  };
}

export const ENDPOINT_LENGTH_MAX = 1_000;

/**
 * True for an endpoint that our server may call. A browser chooses its endpoint, so the endpoint must belong
 * to a known push service. It must use https and the default port and contain no credentials. `publicLookup`
 * checks the address at each call.
 */
export function isPushEndpoint(endpoint: string, { hosts, origins }: PushServices): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin, pathname, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '' || pathname.length < 2) return false;
  if (origins.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
