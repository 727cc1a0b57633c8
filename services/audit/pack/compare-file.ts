import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Problems, Where } from '../problems.js';

const NOWHERE: Where = { position: 0, stream: '' };
const READ_BYTES = 65_536;

/**
 * Compares a file piece by piece with expected texts. The caller passes the texts to `expect` in
 * order. Only the first difference is reported.
 */
export class CompareFile {
  private file: FileHandle | undefined;
  private at = 0;
  private differs = false;
  private waiting = Buffer.alloc(0);

  constructor(
    private readonly path: string,
    private readonly problems: Problems,
  ) {}

  /**
   * @param text next text that the file must contain. With undefined, the comparison stops and reports no
   * problem.
   */
  async expect(text: string | undefined, otherwise: string, where: Where = NOWHERE): Promise<void> {
    if (this.differs) return;
    if (text === undefined) {
      this.differs = true;
      return;
    }
    const expected = Buffer.from(text);
    if (!(await this.next(expected.length)).equals(expected)) this.objects(otherwise, where);
  }

  async finish(): Promise<void> {
    if (!this.differs && (await this.next(1)).length > 0) this.objects('it goes on after its end');
  }

  async close(): Promise<void> {
    await this.file?.close();
  }

  private objects(otherwise: string, where: Where = NOWHERE): void {
    if (this.differs) return;
    this.differs = true;
    this.problems.add('file-wrong', where, `${basename(this.path)}: ${otherwise}`);
  }

  private async next(length: number): Promise<Buffer> {
    while (this.waiting.length < length) {
      const chunk = await this.read();
      if (chunk.length === 0) break;
      this.waiting = Buffer.concat([this.waiting, chunk]);
    }
    const bytes = this.waiting.subarray(0, length);
    this.waiting = this.waiting.subarray(length);
    return bytes;
  }

  private async read(): Promise<Buffer> {
    try {
      this.file ??= await open(this.path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.objects('the pack has no such file');
      return Buffer.alloc(0);
    }
    const { bytesRead, buffer } = await this.file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, this.at);
    this.at += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}
