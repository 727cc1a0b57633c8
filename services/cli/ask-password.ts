import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const PASSWORD_MIN = 12;

/** Asks on a terminal without showing what is typed; reads the first line of standard input otherwise. */
export async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  const reader = createInterface({ input: process.stdin, output: silent, terminal });
  if (terminal) process.stderr.write(`Password (at least ${PASSWORD_MIN} characters): `);
  try {
    const password = terminal
      ? await reader.question('')
      : (((await reader[Symbol.asyncIterator]().next()).value as string | undefined) ?? '');
    if (password.length < PASSWORD_MIN)
      throw new Error(`the password needs at least ${PASSWORD_MIN} characters`);
    return password;
  } finally {
    reader.close();
    if (terminal) process.stderr.write('\n');
  }
}
