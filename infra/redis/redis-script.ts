import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

export class RedisScript {
  private readonly digest: string;

  constructor(private readonly lua: string) {
    this.digest = createHash('sha1').update(lua).digest('hex');
  }

  /**
   * Runs the script by its hash. Sends the text of the script only when Redis does not know it, for example
   * after a restart.
   */
  async run(
    client: Redis,
    keys: readonly string[],
    args: readonly (string | number)[] = [],
  ): Promise<unknown> {
    try {
      return await client.evalsha(this.digest, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(this.lua, keys.length, ...keys, ...args);
    }
  }
}
