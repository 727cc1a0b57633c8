import { LIVE_PATH, type LiveMessage } from '../../contracts/calls.js';
import { eventually, type SignedIn } from './callers.js';

interface Told {
  readonly event: string;
  readonly id: number;
  readonly message: LiveMessage;
}

/** Watches as an `EventSource` does. */
export async function watchLive(url: string, { cookie }: SignedIn, lastEventId?: number | string) {
  const stop = new AbortController();
  const answer = await fetch(url + LIVE_PATH, {
    headers: {
      cookie,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    signal: stop.signal,
  });
  const told: Told[] = [];
  let ended = false;
  const reading = (async () => {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
        told.push({
          event: field('event'),
          id: Number(field('id')),
          message: JSON.parse(field('data')) as LiveMessage,
        });
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => (ended = true));
  return {
    status: answer.status,
    told,
    named: (event: string) => told.filter((one) => one.event === event),
    until: (right: (told: readonly Told[]) => boolean) => eventually(() => Promise.resolve(told), right),
    ended: () => ended,
    async close() {
      stop.abort();
      await reading;
    },
  };
}
