import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that a page of another site sent this. A client that says nothing is no browser.
 * @param ownOrigin origin of PUBLIC_URL, for when a proxy hides the host people use
 */
export function fromAnotherSite(headers: IncomingHttpHeaders, ownOrigin: string | undefined): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === ownOrigin) return false;
  return origin !== `http://${host}` && origin !== `https://${host}`;
}
