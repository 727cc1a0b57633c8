import type { Credentials } from '@eventstore/db-client';

const FORM =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?[^@/?]+\/?(?:\?(?<options>.*))?$/;
/** What a server without TLS is told. */
const NOBODY: Credentials = { username: '', password: '' };

/**
 * The credentials of an address like `esdb://user:password@host:2113,host:2113?tls=true`, to be named with every call.
 * @throws Error without showing the address, which holds a password.
 */
export function credentialsIn(url: string): Credentials {
  const parts = FORM.exec(url.trim())?.groups;
  if (!parts)
    throw new Error('the event store is addressed by esdb://host:port or esdb+discover://host:port');
  if (parts.user !== undefined && parts.password !== undefined)
    return { username: decodeURIComponent(parts.user), password: decodeURIComponent(parts.password) };
  if (!/(^|&)tls=false(&|$)/i.test(parts.options ?? ''))
    throw new Error(
      'an event store with TLS wants user:password@ in its address; without TLS say ?tls=false',
    );
  return NOBODY;
}

/**
 * How the client looks for the leader of several hosts, where the address does not say: a node that hangs is passed over
 * after a second, and each search ends before the patience of those who wait for it, who then search again.
 */
const DISCOVERY: Readonly<Record<string, string>> = {
  gossipTimeout: '1',
  discoveryInterval: '200',
  maxDiscoverAttempts: '15',
};

/** The address as the client gets it: it finds the leader, whatever the address prefers, because decisions are read there. */
export function addressed(url: string): string {
  const [hosts = '', options = ''] = url.trim().split('?', 2);
  const given = options.split('&').filter((option) => option !== '' && !/^nodePreference=/i.test(option));
  const names = new Set(given.map((option) => option.split('=', 1)[0]?.toLowerCase()));
  const ours = Object.entries(DISCOVERY)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${value}`);
  return `${hosts}?${[...given, ...ours, 'nodePreference=leader'].join('&')}`;
}
