import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSync, existsSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldOnce } from 'node:timers/promises';
import { openJournal, type Entry, type Journal } from './journal.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  file = join(folder, 'deep', 'book.log');
});
afterEach(() => rm(folder, { recursive: true }));

async function reopen(): Promise<{ journal: Journal; entries: Entry[] }> {
  const entries: Entry[] = [];
  const journal = await openJournal(file, (entry) => entries.push(entry));
  return { journal, entries };
}

async function written(...entries: Entry[]): Promise<void> {
  const { journal } = await reopen();
  for (const entry of entries) journal.append(entry);
  await journal.close();
}

describe('a journal', () => {
  it('gives back what was appended, in order and across restarts', async () => {
    await written(['a', 1], ['b', 'ünïcode\nand a new line', null]);
    await written(['c']);
    const { journal, entries } = await reopen();
    expect(entries).toEqual([['a', 1], ['b', 'ünïcode\nand a new line', null], ['c']]);
    await journal.close();
  });

  it('writes nothing after it was closed, because its file number may belong to another file', async () => {
    const { journal } = await reopen();
    journal.append(['a']);
    await journal.close();
    const other = join(folder, 'other.log');
    const fd = openSync(other, 'a+');
    journal.append(['b']);
    await expect(journal.durable()).rejects.toThrow('closed');
    await journal.close();
    // If writes were queued, they would happen in the next turns of the event loop.
    for (let turn = 0; turn < 10; turn += 1) await yieldOnce();
    // The descriptor is still open, and the file is empty.
    closeSync(fd);
    expect(await readFile(other, 'utf8')).toBe('');
    const { journal: again, entries } = await reopen();
    expect(entries).toEqual([['a']]);
    await again.close();
  });

  it('has every durable entry on disk', async () => {
    const { journal } = await reopen();
    for (let index = 0; index < 300; index++) {
      journal.append(['entry', index]);
      if (index % 7 !== 0) continue;
      await journal.durable();
      expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(index + 1);
    }
    await journal.close();
  });

  it('reads entries that span its reading buffer', async () => {
    const long = 'x'.repeat(700_000);
    await written(['a', long], ['b', long], ['c', long]);
    const { journal, entries } = await reopen();
    expect(entries.map(([name, text]) => [name, String(text).length])).toEqual([
      ['a', 700_000],
      ['b', 700_000],
      ['c', 700_000],
    ]);
    await journal.close();
  });

  it.each(['["torn",', '["torn"]', 'garbage\n["after"]\n', '{"not":"a list"}\n', '\0\0\0\0'])(
    'cuts off a torn end %j and continues',
    async (torn) => {
      await written(['a'], ['b']);
      await appendFile(file, torn);
      await written(['c']);
      expect(await readFile(file, 'utf8')).toBe('["a"]\n["b"]\n["c"]\n');
    },
  );

  // Only Linux can put a full disk under an open file.
  const onLinux = existsSync('/proc/self/fd') && existsSync('/dev/full') ? it : it.skip;
  onLinux('calls nothing durable once the disk is full', async () => {
    const { journal } = await reopen();
    journal.append(['a']);
    await journal.durable();
    const fd = readdirSync('/proc/self/fd').find((name) => linkOf(name) === file);
    closeSync(Number(fd));
    const full = openSync('/dev/full', 'w');
    expect(full).toBe(Number(fd));
    for (const entry of ['b', 'c']) {
      journal.append([entry]);
      await expect(journal.durable()).rejects.toThrow(/ENOSPC/);
    }
    await journal.close();
    expect((await reopened()).entries).toEqual([['a']]);
  });

  async function reopened(): Promise<{ entries: Entry[] }> {
    const { journal, entries } = await reopen();
    await journal.close();
    return { entries };
  }
});

function linkOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined; // closed since it was listed
  }
}
