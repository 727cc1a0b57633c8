import type { Filter } from '@eventstore/db-client';
import { streamNameFilter } from '@eventstore/db-client';

const STREAM_NAME = /^[\x21-\x7e]{1,250}$/;

/** Which streams of the server are this ledger's. */
export class LedgerStreams {
  /** Written when all is quiet, so that silence can be told from a dead connection. Never counted. */
  readonly heartbeat: string;

  constructor(
    /** Put before every stream's name on the server, so that several ledgers can share one. */
    readonly prefix: string,
  ) {
    if (prefix.startsWith('$')) throw new RangeError('names that begin with $ are the server’s own');
    this.heartbeat = `${prefix}heartbeat`;
  }

  /** @throws RangeError when it cannot be the name of a stream. */
  nameOf(stream: string): string {
    const name = this.prefix + stream;
    if (!STREAM_NAME.test(stream))
      throw new RangeError('a stream is named by 1 to 250 printable ASCII characters');
    if (name.startsWith('$') || name === this.heartbeat)
      throw new RangeError(`${stream} is not a name for a stream of the ledger`);
    return name;
  }

  /** What the server sends to those who follow: this ledger's streams, the heartbeat among them. */
  filter(): Filter {
    return this.prefix === ''
      ? streamNameFilter({ regex: '^[^$]' })
      : streamNameFilter({ prefixes: [this.prefix] });
  }

  /** Whether followers get it: an event, or a heartbeat. */
  isFollowed(streamId: string): boolean {
    return !streamId.startsWith('$') && streamId.startsWith(this.prefix);
  }

  /** Whether it is an event of the ledger, which counts. */
  isEvent(streamId: string): boolean {
    return this.isFollowed(streamId) && streamId !== this.heartbeat;
  }
}
