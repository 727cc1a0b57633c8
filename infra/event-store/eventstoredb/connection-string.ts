import type { Credentials } from '@eventstore/db-client';

const FORM =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?[^@/?]+\/?(?:\?(?<options>.*))?$/;
/** What a server without TLS is told. Not empty of meaning: naming credentials makes each append a call of its own. */
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
