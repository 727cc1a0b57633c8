import type { Filter } from '@eventstore/db-client';
import { streamNameFilter } from '@eventstore/db-client';

const STREAM_NAME = /^[\x21-\x7e]{1,250}$/;

/** Names and filters of this ledger's streams on the server. */
export class LedgerStreams {
  /** Stream written to when the log is quiet, to detect a dead connection. Never counted. */
  readonly heartbeat: string;

  constructor(
    /** Prefix of every stream name on the server, so that ledgers can share a server. */
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

  /** Server-side filter for subscriptions and pages: this ledger's streams, including the heartbeat. */
  filter(): Filter {
    return this.prefix === ''
      ? streamNameFilter({ regex: '^[^$]' })
      : streamNameFilter({ prefixes: [this.prefix] });
  }

  /** True for the ledger's events and its heartbeat. */
  isFollowed(streamId: string): boolean {
    return !streamId.startsWith('$') && streamId.startsWith(this.prefix);
  }

  /** True for events of the ledger, which are counted. */
  isEvent(streamId: string): boolean {
    return this.isFollowed(streamId) && streamId !== this.heartbeat;
  }
}
