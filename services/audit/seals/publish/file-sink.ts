import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SignedSeal } from '../../../contracts/proofs/signed-seal.js';
import type { PublishedSeal, SealSink } from './seal-publisher.js';

/** No line of a seal is longer. */
const LINE_BYTES_MAX = 4_096;
/** How each line begins. */
const BEGINNING = '{"version":1,';

/** A file that seals are appended to, one JSON line each. */
export class FileSink implements SealSink {
  readonly pageMax = 1_000;
  /** Bytes of the file when it was last looked at. */
  private size = -1;

  constructor(private readonly path: string) {}

  last(): Promise<PublishedSeal | undefined> {
    return this.opened('a+', async () =>
      this.opened('r+', async (file) => {
        const { size } = await file.stat();
        const from = Math.max(0, size - 2 * LINE_BYTES_MAX);
        const bytes = Buffer.alloc(size - from);
        await file.read(bytes, 0, bytes.length, from);
        const end = bytes.lastIndexOf('\n') + 1;
        const torn = bytes.toString('utf8', end);
        // Only what a crash left of a line of ours is taken away.
        if (!torn.startsWith(BEGINNING) && !BEGINNING.startsWith(torn)) throw this.foreign();
        if (torn !== '') {
          await file.truncate(from + end);
          await file.sync();
        }
        this.size = from + end;
        if (end === 0 && from === 0) return undefined;
        const line = bytes.toString('utf8', bytes.lastIndexOf('\n', end - 2) + 1, end - 1);
        return this.sealIn(line);
      }),
    );
  }

  async publish(seals: readonly SignedSeal[]): Promise<void> {
    const lines = Buffer.from(seals.map((seal) => `${JSON.stringify(seal)}\n`).join(''));
    await this.opened('a', async (file) => {
      if ((await file.stat()).size !== this.size)
        throw new Error(`somebody else wrote to ${this.path} meanwhile`);
      await file.appendFile(lines);
      await file.sync();
    });
    if (this.size === 0) await this.syncFolder();
    this.size += lines.length;
  }

  private sealIn(line: string): PublishedSeal {
    try {
      return SignedSeal.parse(JSON.parse(line));
    } catch {
      throw this.foreign();
    }
  }

  private foreign(): Error {
    return new Error(`${this.path} holds something else than seals: name a file of their own`);
  }

  private async opened<Result>(flags: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> {
    let file: FileHandle;
    try {
      file = await open(this.path, flags, 0o644);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`${this.path} cannot be written (${code})`, { cause: error });
    }
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** So that the file itself is there after a loss of power. */
  private async syncFolder(): Promise<void> {
    const folder = await open(dirname(this.path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
