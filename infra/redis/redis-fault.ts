/** What stands in the way of using a Redis, in one line that an operator can act on. Names no password. */
export class RedisUnsuitable extends Error {
  override readonly name = 'RedisUnsuitable';
}

/** `host:port` of a Redis URL, without user and password. */
export function addressOf(url: string): string {
  return new URL(url).host;
}
