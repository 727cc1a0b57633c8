import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../runtime/config.js';
import { sandboxOptions, type WebhookUrls } from '../sandbox/start-sandbox.js';
import type { SandboxMessage, SandboxReport } from '../sandbox/sandbox.thread.js';

export interface SandboxThread {
  readonly url: string;
  setWebhookUrls(urls: WebhookUrls): void;
  stop(): Promise<void>;
}

/** The sandbox beside the server, in a thread of its own; they still talk HTTP. @throws Error in one line */
export async function startSandboxThread(config: Config): Promise<SandboxThread> {
  const worker = new Worker(new URL('../sandbox/sandbox.thread.js', import.meta.url), {
    workerData: sandboxOptions(config),
  });
  const post = (message: SandboxMessage): void => worker.postMessage(message);
  const [report] = (await once(worker, 'message')) as [SandboxReport];
  if ('failed' in report) throw new Error(report.failed);
  let stopping = false;
  const exited = once(worker, 'exit');
  void exited.then(() => {
    // Nobody waits for it: with its vendors gone the server ends as after any fault that nobody handles.
    if (!stopping) throw new Error('the sandbox ended unexpectedly');
  });
  return {
    url: report.url,
    setWebhookUrls: (webhookUrls) => post({ webhookUrls }),
    async stop() {
      stopping = true;
      post({ stop: true });
      await exited;
    },
  };
}
