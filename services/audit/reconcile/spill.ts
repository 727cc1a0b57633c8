import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Number of characters to collect in memory before `flush` writes them to the files. */
const WAITING_MAX = 8_000_000;

/** FNV-1a hash, 32 bits. */
function placeOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * Splits records by key into `parts` files of about equal size, each small enough for the memory. Each file
 * keeps the order of `add`.
 */
export class Spill<Value> {
  private readonly waiting: string[];
  private waitingSize = 0;
  private readonly files: (FileHandle | undefined)[];

  constructor(
    private readonly folder: string,
    private readonly name: string,
    readonly parts: number,
  ) {
    this.waiting = Array<string>(parts).fill('');
    this.files = Array<FileHandle | undefined>(parts).fill(undefined);
  }

  async add(key: string, value: Value): Promise<void> {
    const text = `${JSON.stringify(value)}\n`;
    this.waiting[placeOf(key) % this.parts] += text;
    this.waitingSize += text.length;
    if (this.waitingSize > WAITING_MAX) await this.flush();
  }

  async *read(part: number): AsyncGenerator<Value> {
    await this.flush();
    if (!this.files[part]) return;
    const lines = createInterface({ input: createReadStream(this.fileOf(part)), crlfDelay: Infinity });
    for await (const line of lines) yield JSON.parse(line) as Value;
  }

  async close(): Promise<void> {
    for (const file of this.files) await file?.close();
  }

  private async flush(): Promise<void> {
    if (this.waitingSize === 0) return;
    for (const [part, text] of this.waiting.entries()) {
      if (text === '') continue;
      const file = (this.files[part] ??= await open(this.fileOf(part), 'a', 0o600));
      await file.appendFile(text);
      this.waiting[part] = '';
    }
    this.waitingSize = 0;
  }

  private readonly fileOf = (part: number): string => join(this.folder, `${this.name}-${part}`);
}
