import { MongoProxy } from './mongo-proxy.js';

/** How often each kind of call was made. */
export type Calls = Record<string, number>;

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** The flags, and the kind of the first section: 0, a single document. */
const BODY_AT = HEADER_BYTES + 4 + 1;
const STRING = 2;

/** Counts the commands that go to a server of MongoDB's protocol, as `insert purchases` or `commitTransaction`. */
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

  /** The same database, through the counter. */
  get url(): string {
    return this.proxy.url;
  }

  stop(): Promise<void> {
    return this.proxy.stop();
  }
}

/** The first element of the body names the command; where it is a text, that is the collection. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== OP_MSG || message[BODY_AT - 1] !== 0) return 'handshake';
  const typeAt = BODY_AT + 4;
  const nameEnds = message.indexOf(0, typeAt + 1);
  const name = message.toString('utf8', typeAt + 1, nameEnds);
  if (message[typeAt] !== STRING) return name;
  const bytes = message.readInt32LE(nameEnds + 1);
  return `${name} ${message.toString('utf8', nameEnds + 5, nameEnds + 4 + bytes)}`;
}
