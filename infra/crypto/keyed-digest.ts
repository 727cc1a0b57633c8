import { hash, timingSafeEqual } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const [INNER, OUTER] = [0x36, 0x5c];

let innerMessage = Buffer.alloc(BLOCK_BYTES + 1_024);
const outerMessage = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
const found = Buffer.alloc(DIGEST_BYTES);

/** HMAC-SHA256 made from two SHA-256 digests (RFC 2104). Takes half the time of `createHmac`. */
export class KeyedDigest {
  private readonly inner: Buffer;
  private readonly outer: Buffer;

  /** @throws RangeError for a key longer than 64 bytes */
  constructor(key: Uint8Array) {
    if (key.length > BLOCK_BYTES) throw new RangeError('a key has at most 64 bytes');
    const block = Buffer.concat([key], BLOCK_BYTES);
    this.inner = block.map((byte) => byte ^ INNER) as Buffer;
    this.outer = block.map((byte) => byte ^ OUTER) as Buffer;
  }

  of(text: string, encoding: 'hex' | 'base64'): string {
    return hash('sha256', this.outerOf(text), encoding);
  }

  /** Compares in constant time. */
  isOf(text: string, digest: Uint8Array): boolean {
    found.write(hash('sha256', this.outerOf(text), 'binary'), 'latin1');
    return digest.length === DIGEST_BYTES && timingSafeEqual(found, digest);
  }

  private outerOf(text: string): Buffer {
    const longest = BLOCK_BYTES + 3 * text.length;
    if (longest > innerMessage.length) innerMessage = Buffer.alloc(longest);
    innerMessage.set(this.inner);
    const end = BLOCK_BYTES + innerMessage.write(text, BLOCK_BYTES);
    outerMessage.set(this.outer);
    outerMessage.write(hash('sha256', innerMessage.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
    return outerMessage;
  }
}

/**
 * Derives UUIDs of version 5 from names. An event with a derived id is stored once even when two processes
 * append it.
 */
export function uuidsOf(namespace: string): (name: string) => string {
  const start = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  return (name) => {
    const digest = hash('sha1', Buffer.concat([start, Buffer.from(name)]), 'hex');
    const variant = ((parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16);
    return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  };
}
