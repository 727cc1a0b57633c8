import type { Credentials } from '@eventstore/db-client';

const FORM =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?[^@/?]+\/?(?:\?(?<options>.*))?$/;
const NOBODY: Credentials = { username: '', password: '' };

/** @throws Error with a message that omits `url`, because `url` contains a password */
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

/** Options for finding the cluster's leader. `gossipTimeout` skips a node that does not answer within 1 s. */
const DISCOVERY: Readonly<Record<string, string>> = {
  gossipTimeout: '1',
  discoveryInterval: '200',
  maxDiscoverAttempts: '15',
};

/** Sets the option `nodePreference` to the leader, because other nodes may lack the newest events. */
export function addressed(url: string): string {
  const [hosts = '', options = ''] = url.trim().split('?', 2);
  const given = options.split('&').filter((option) => option !== '' && !/^nodePreference=/i.test(option));
  const names = new Set(given.map((option) => option.split('=', 1)[0]?.toLowerCase()));
  const ours = Object.entries(DISCOVERY)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${value}`);
  return `${hosts}?${[...given, ...ours, 'nodePreference=leader'].join('&')}`;
}
