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
    // Throw, because the server cannot work without its sandbox.
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
