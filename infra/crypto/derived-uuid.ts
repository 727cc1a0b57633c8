import { hash } from 'node:crypto';

/**
 * Makes UUIDs (version 5) of a namespace: the same name always gives the same one. Used where the same fact may be derived
 * twice, so that storing it twice is storing it once.
 */
export function uuidsOf(namespace: string): (name: string) => string {
  const start = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  return (name) => {
    const digest = hash('sha1', Buffer.concat([start, Buffer.from(name)]), 'hex');
    const variant = ((parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16);
    return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  };
}
