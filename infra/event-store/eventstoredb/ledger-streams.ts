import type { Filter } from '@eventstore/db-client';
import { streamNameFilter } from '@eventstore/db-client';

const STREAM_NAME = /^[\x21-\x7e]{1,250}$/;

export class LedgerStreams {
  readonly heartbeat: string;

  constructor(
    /** Prefix of stream names. With different prefixes, several ledgers can share a server. */
    readonly prefix: string,
  ) {
    if (prefix.startsWith('$')) throw new RangeError('names that begin with $ are the server’s own');
    this.heartbeat = `${prefix}heartbeat`;
  }

  /** @throws RangeError when the name is invalid or reserved */
  nameOf(stream: string): string {
    const name = this.prefix + stream;
    if (!STREAM_NAME.test(stream))
      throw new RangeError('a stream is named by 1 to 250 printable ASCII characters');
    if (name.startsWith('$') || name === this.heartbeat)
      throw new RangeError(`${stream} is not a name for a stream of the ledger`);
    return name;
  }

  filter(): Filter {
    return this.prefix === ''
      ? streamNameFilter({ regex: '^[^$]' })
      : streamNameFilter({ prefixes: [this.prefix] });
  }

  isFollowed(streamId: string): boolean {
    return !streamId.startsWith('$') && streamId.startsWith(this.prefix);
  }

  isEvent(streamId: string): boolean {
    return this.isFollowed(streamId) && streamId !== this.heartbeat;
  }
}
