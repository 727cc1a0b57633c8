import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from '../testing/until.js';
import { mountErrorsReadOnly, mountFailingSync, type OwnFileSystem } from './testing/own-file-system.js';

const STORES = fileURLToPath(new URL('./testing/failing-disk.process.js', import.meta.url));

interface Answer<Of> {
  readonly answer: Of;
  readonly unhandled: number;
  readonly mustReopen: boolean;
}

let disk: OwnFileSystem | undefined;
let child: ChildProcessWithoutNullStreams | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
  disk?.end();
});

function openStores(dir: string, measureEveryMs: string) {
  const opened = (child = spawn(process.execPath, [STORES, dir, measureEveryMs]));
  let errors = '';
  opened.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: opened.stdout })[Symbol.asyncIterator]();
  const ask = async <Of>(line: string): Promise<Answer<Of>> => {
    opened.stdin.write(`${line}\n`);
    const { value } = (await lines.next()) as { value?: string };
    if (value === undefined) {
      await once(opened, 'close');
      throw new Error(`the process ended: ${opened.exitCode} ${opened.signalCode}\n${errors}`);
    }
    return JSON.parse(value) as Answer<Of>;
  };
  return {
    write: () => ask<Readonly<Record<string, string>>>('write'),
    read: () => ask<boolean>('read'),
    close: () => ask<string>('close'),
    metFailure: () => errors.includes('Write error'),
  };
}

const kinds = (answers: Readonly<Record<string, string>>): string[] => [
  ...new Set(Object.values(answers).map((answer) => answer.split(':')[0]!)),
];

const probe = mountErrorsReadOnly();
probe?.end();
const skipped = probe ? '' : ' (skipped: this user may not mount a file system)';
const whenMounting = probe ? it : it.skip;

describe('a disk that fails under open stores', () => {
  whenMounting(`refuses writes to a read-only file system before they reach LMDB${skipped}`, async () => {
    disk = mountErrorsReadOnly()!;
    const stores = openStores(disk.dir, '0');
    await stores.write();
    disk.fail();
    const { answer } = await stores.write();
    for (const refusal of Object.entries(answer))
      expect(refusal).toEqual([refusal[0], expect.stringMatching(/cannot be written: EROFS/)]);
    expect(stores.metFailure()).toBe(false);
    expect((await stores.read()).answer).toBe(true);
    await stores.close();
  });

  whenMounting(
    `says when files must be opened again after a disk lost its connection${skipped}`,
    async () => {
      disk = mountFailingSync()!;
      const stores = openStores(disk.dir, '0');
      await stores.write();
      disk.fail();
      await until(async () => !kinds((await stores.write()).answer).includes('stored'), 'refusals');
      expect(await stores.read()).toMatchObject({ answer: true, unhandled: 0, mustReopen: false });
      disk.heal();
      await until(async () => {
        const { answer, mustReopen } = await stores.write();
        return mustReopen || kinds(answer).join() === 'stored';
      }, 'writes, or the need to open again');
      expect(await stores.close()).toMatchObject({ answer: 'closed', unhandled: 0 });
      const opened = openStores(disk.dir, '0');
      expect(kinds((await opened.write()).answer)).toEqual(['stored']);
      expect((await opened.read()).answer).toBe(true);
      await opened.close();
    },
  );
});
