import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What the stand-in for EventStoreDB can be told to do. */
export type Command =
  | ('cut' | 'refuse' | 'accept')
  | ('end' | 'drop')
  | ('stall' | 'resume')
  | ('freeze' | 'unfreeze')
  | ('lose' | 'duplicate' | 'single');

export interface EventStoreServer {
  readonly url: string;
  /** Resolves when it is done. */
  tell(command: Command): Promise<void>;
  stop(): Promise<void>;
}

const FIXTURE = new URL('../../../infra/testing/eventstoredb-fixture/fixture.process.js', import.meta.url);

/** The stand-in for EventStoreDB as a process of its own, which ends with this one. */
export async function startEventStoreServer(): Promise<EventStoreServer> {
  const child = spawn(process.execPath, ['--no-warnings', FIXTURE.pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const next = async (): Promise<string> => ((await once(lines, 'line')) as [string])[0];
  const first = await next();
  let turn: Promise<unknown> = Promise.resolve();
  return {
    url: first.replace(/^listening /, ''),
    tell(command) {
      const done = turn.then(async () => {
        const answered = next();
        child.stdin.write(`${command}\n`);
        const answer = await answered;
        if (answer !== `done ${command}`) throw new Error(`the event store says: ${answer}`);
      });
      turn = done.catch(() => undefined);
      return done;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
