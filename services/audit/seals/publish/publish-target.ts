import { isAbsolute, relative, resolve } from 'node:path';

export type PublishTarget =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'url'; readonly url: URL };

/** @throws Error that explains the fault in the setting `SEAL_PUBLISH` */
export function publishTargetOf(text: string): PublishTarget {
  const scheme = /^([a-z][a-z0-9+.-]{1,30}):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    if (text.endsWith('/')) throw new Error('must name a file, not a folder');
    return { kind: 'file', path: resolve(text) };
  }
  if (scheme !== 'http' && scheme !== 'https')
    throw new Error('must be the path of a file, or an http or https address');
  if (!URL.canParse(text)) throw new Error('is no address');
  const url = new URL(text);
  if (url.username || url.password) throw new Error('must hold no user and no password');
  return { kind: 'url', url };
}

/**
 * Name of a publish target in messages. For a web address, only its host is shown, because its path and query
 * may be secret.
 */
export const nameOfTarget = (target: PublishTarget): string =>
  target.kind === 'file' ? target.path : target.url.host;

/**
 * Returns a warning when `SEAL_PUBLISH` names a file inside `DATA_DIR`. A person who changes the ledger there
 * could change the seals too.
 */
export function unfitForSeals({
  SEAL_PUBLISH,
  DATA_DIR,
}: {
  readonly SEAL_PUBLISH?: string | undefined;
  readonly DATA_DIR: string;
}): string[] {
  const target = SEAL_PUBLISH === undefined ? undefined : publishTargetOf(SEAL_PUBLISH);
  if (target?.kind !== 'file') return [];
  const way = relative(resolve(DATA_DIR), target.path);
  const inside = !way.startsWith('..') && !isAbsolute(way);
  return inside
    ? [
        'SEAL_PUBLISH: must lie outside DATA_DIR: whoever can change the ledger could change its seals there too',
      ]
    : [];
}
