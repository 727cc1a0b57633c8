import type { MessagePort } from 'node:worker_threads';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { batched } from '../../infra/threads/batched.js';
import type { Settle, SettleCommand } from '../purchases/settle/settle-wallet.reactor.js';

interface Asked {
  readonly id: number;
  readonly userId: string;
  readonly command: SettleCommand;
  readonly context: EventContext;
}

interface Answered {
  readonly id: number;
  readonly fault?: string;
}

export function serveSettlements(settle: Settle, port: MessagePort): void {
  const answer = batched<Answered>((answers) => port.postMessage(answers));
  port.on('message', (requests: readonly Asked[]) => {
    for (const { id, userId, command, context } of requests)
      settle(userId, command, context).then(
        () => answer({ id }),
        (error: unknown) => answer({ id, fault: error instanceof Error ? error.message : 'unknown' }),
      );
  });
}

/** Sends commands that settle purchases to the main thread, which changes the wallets. */
export function forwardingSettle(port: MessagePort): Settle {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const ask = batched<Asked>((requests) => port.postMessage(requests));
  let lastId = 0;
  port.on('message', (answers: readonly Answered[]) => {
    for (const { id, fault } of answers) {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (fault === undefined) asked?.resolve();
      else asked?.reject(new Error(fault));
    }
  });
  return (userId, command, context) =>
    new Promise<void>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      ask({ id: lastId, userId, command, context });
    });
}
