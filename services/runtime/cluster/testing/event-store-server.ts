import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { StreamCalls } from '../../../../infra/testing/eventstoredb-fixture/stream-calls.js';

export type Command =
  | ('cut' | 'refuse' | 'accept')
  | `${'cut-door' | 'mend-door'} ${number}`
  | ('end' | 'drop')
  | ('stall' | 'resume')
  | ('freeze' | 'unfreeze')
  | ('lose' | 'duplicate' | 'single')
  | ('late' | 'prompt')
  | ('elect' | 'depose' | 'kill-leader' | 'pause-leader' | 'revive')
  | ('lag' | 'keep-up')
  | ('slow-commits' | 'quick-commits')
  | 'count'
  | ('throw-out' | 'strict-live' | 'easy-live')
  | ('drop-slow' | 'catch-up-slow')
  | ('copy' | 'put-back');

export interface EventStoreServer {
  readonly url: string;
  /** Undefined for a server that was not started here. */
  readonly pid?: number;
  /** Addresses for one process each; `cut-door` and `mend-door` take an index. */
  readonly doors: readonly string[];
  tell(command: Command): Promise<void>;
  /** Calls by kind and events by type since `count`. */
  counted(): Promise<{ readonly calls: StreamCalls; readonly events: Readonly<Record<string, number>> }>;
  stop(): Promise<void>;
}

const FIXTURE = new URL('../../../../infra/testing/eventstoredb-fixture/fixture.process.js', import.meta.url);

const NODES = 3;

/** Starts a stand-in for EventStoreDB with `NODES` nodes in a child process. */
export async function startEventStoreServer(doorCount = 0): Promise<EventStoreServer> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', FIXTURE.pathname, '0', String(NODES), String(doorCount)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const next = async (): Promise<string> => ((await once(lines, 'line')) as [string])[0];
  const [url, ...doors] = (await next()).replace(/^listening /, '').split(' ') as [string, ...string[]];
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (command: string): Promise<string> => {
    const asked = turn.then(() => {
      const answered = next();
      child.stdin.write(`${command}\n`);
      return answered;
    });
    turn = asked.catch(() => undefined);
    return asked;
  };
  return {
    url,
    pid: child.pid!,
    doors,
    async tell(command) {
      const answer = await ask(command);
      if (answer !== `done ${command}`) throw new Error(`the event store says: ${answer}`);
    },
    counted: async () => JSON.parse((await ask('calls')).replace(/^calls /, '')) as never,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
