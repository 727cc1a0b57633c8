import { MongoProxy } from './mongo-proxy.js';

/** Calls by command. */
export type Calls = Record<string, number>;

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Skips the flags and the kind of the first section; kind 0 is a single document. */
const BODY_AT = HEADER_BYTES + 4 + 1;
const STRING = 2;

/** Counts commands by kind, such as `insert purchases`. */
export class MongoCalls {
  readonly calls: Calls = {};

  private constructor(private readonly proxy: MongoProxy) {
    proxy.fate = (message) => {
      const command = commandOf(message);
      this.calls[command] = (this.calls[command] ?? 0) + 1;
      return 'pass';
    };
  }

  static async before(url: string): Promise<MongoCalls> {
    return new MongoCalls(await MongoProxy.before(url));
  }

  get url(): string {
    return this.proxy.url;
  }

  stop(): Promise<void> {
    return this.proxy.stop();
  }
}

/** First element of the body: the command, and the collection where its value is a `STRING`. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== OP_MSG || message[BODY_AT - 1] !== 0) return 'handshake';
  const typeAt = BODY_AT + 4;
  const nameEnds = message.indexOf(0, typeAt + 1);
  const name = message.toString('utf8', typeAt + 1, nameEnds);
  if (message[typeAt] !== STRING) return name;
  const bytes = message.readInt32LE(nameEnds + 1);
  return `${name} ${message.toString('utf8', nameEnds + 5, nameEnds + 4 + bytes)}`;
}
