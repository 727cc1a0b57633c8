import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bound, exportJournal } from '../../audit/export/export-journal.js';
import type { JournalFormat } from '../../audit/export/journal-formats.js';
import type { Config } from '../../runtime/config.js';
import { reading } from '../reading-commands.js';
import { progressBar } from '../long-work.js';

export interface ExportCommandOptions {
  readonly format: JournalFormat;
  readonly from?: Bound | undefined;
  readonly to?: Bound | undefined;
  /** Path of the file to write. When absent, the export goes to standard output. */
  readonly out?: string | undefined;
}

export const exportLedger = (config: Config, { out, ...options }: ExportCommandOptions): Promise<void> =>
  reading(config, async (store, signal) => {
    const pages = exportJournal(store, { ...options, onProgress: progressBar('events') });
    const writeTo = (target: Writable, end: boolean): Promise<void> =>
      pipeline(Readable.from(pages, { highWaterMark: 1 }), target, { end, signal });
    if (out === undefined) return writeTo(process.stdout, false);
    const unfinished = `${out}.unfinished`;
    try {
      await writeTo(createWriteStream(unfinished, { mode: 0o600 }), true);
      await rename(unfinished, out);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  });
