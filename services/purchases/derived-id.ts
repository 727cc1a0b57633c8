import { hash } from 'node:crypto';

const NAMESPACE = Buffer.from('6f1c0d5e3a9b4e7f8c2d1b0a9f8e7d6c', 'hex');

/**
 * A UUID (version 5) that follows from two ids: the same pair always gives the same one. Used where the same fact may
 * be derived twice, so that storing it twice is storing it once.
 */
export function derivedId(of: string, name: string): string {
  const digest = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(`${of}/${name}`)]), 'hex');
  const variant = ((parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
