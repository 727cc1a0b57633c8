import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  ready,
  startProcess,
  startSandboxProcess,
  startStandalone,
} from '../../../infra/testing/product.js';
import type { Environment, Running } from '../../../infra/testing/product.js';
import {
  faultRaiser,
  MET,
  PERSONAL,
  type FaultKind,
  type FaultRaiser,
} from '../../../infra/testing/raise-faults.js';
import { eventually } from '../testing/callers.js';

/**
 * Unhandled faults in every program and thread are logged once, without their content, and end the process.
 * Each program is the suite's own.
 */
let folder: string;
let running: Running | undefined;
let raiser: FaultRaiser;
let dataDir: string;
let starts = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (): Environment => {
  starts += 1;
  dataDir = join(folder, `data-${starts}`);
  raiser = faultRaiser(folder, `faults-${starts}`);
  return { ...raiser.environment, DATA_DIR: dataDir, DEMO_DATA: '0', LOG_LEVEL: 'error' };
};

const metIn = (output: string): string[] => output.split('\n').filter((line) => line.includes(MET));

/** Checks for exit code 1 and a single log line without personal data. */
async function expectEnded({ child, output }: Running, kind: FaultKind): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  expect(metIn(output())).toHaveLength(1);
  expect(output()).toMatch(kind === 'rejection' ? /unhandledRejection/ : /uncaughtException/);
  expect(output()).not.toMatch(PERSONAL);
  expect(output()).not.toContain('did not end in time');
  expect(child.exitCode).toBe(1);
}

/** Each kind in two of the programs, which share `endOnFault`. */
describe('an unhandled fault', () => {
  afterEach(() => running?.stop('SIGKILL'));

  it('ends a standalone server in order', async () => {
    running = await startStandalone(settings());
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(true);
    raiser.raise('app/standalone.js', 'rejection');
    await expectEnded(running, 'rejection');
    // `control.sock` is removed only by a normal stop.
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  });

  it('in the sandbox thread ends the server too', async () => {
    running = await startStandalone(settings());
    raiser.raise('sandbox.thread.js', 'exception');
    await once(running.child, 'close');
    expect(metIn(running.output())).toEqual([
      expect.stringContaining('raised for …@…'),
      expect.stringContaining('the sandbox ended unexpectedly'),
    ]);
    expect(running.child.exitCode).toBe(1);
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  });

  it('ends a sandbox process in order', async () => {
    running = await startSandboxProcess(settings());
    raiser.raise('app/sandbox.js', 'exception');
    await expectEnded(running, 'exception');
  });

  it('ends a command', async () => {
    const environment = settings();
    // Keeps the command waiting for a password.
    raiser.raise('app/ledger.js', 'rejection');
    running = startProcess('app/ledger.js', '', { ...environment, PORT: String(await freePort()) }, [
      'create-admin',
      '--email',
      'a@b.test',
      '--first-name',
      'A',
      '--last-name',
      'B',
    ]);
    await expectEnded(running, 'rejection');
  });
});

describe('a server whose threads meet faults', () => {
  beforeAll(async () => void (running = await startStandalone(settings())));
  afterAll(() => running?.stop('SIGKILL'));

  it.each([
    ['projector.thread.js', 'rejection', 'the projector ended unexpectedly'],
    ['worker.thread.js', 'exception', 'the worker ended unexpectedly'],
    ['notices.thread.js', 'rejection', 'the thread that writes mails ended unexpectedly'],
  ] as const)('starts %s again after a fault in it (%s)', async (thread, kind, said) => {
    const { output, child } = running!;
    const before = metIn(output()).length;
    expect(output()).not.toContain(said);
    raiser.raise(thread, kind);
    await eventually(
      () => Promise.resolve(output()),
      (text) => text.includes(said),
    );
    raiser.raise('none', kind);
    await ready(running!);
    expect(metIn(output())).toHaveLength(before + 1);
    expect(output()).not.toMatch(PERSONAL);
    expect(child.exitCode).toBeNull();
  });

  it('ends in order afterwards', async () => expect(await running!.stop('SIGTERM')).toBe(0));
});
