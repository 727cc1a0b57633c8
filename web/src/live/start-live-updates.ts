import type { Dispatch } from '@reduxjs/toolkit';
import { ALL_TAGS, api, type Tag } from '../api/base-api.js';
import { leadOneTab } from './lead-one-tab.js';
import { openLiveConnection } from './live-connection.js';
import { changeMissed, liveStatusChanged, type LiveStatus } from './live.slice.js';

const BATCH_MS = 150;

const TAGS_OF_LIST: Readonly<Record<string, readonly Tag[]>> = {
  wallet: ['Wallet'],
  history: ['History'],
  funding: ['Funding'],
};

type Message =
  | { readonly kind: 'changed'; readonly lists: readonly string[] | 'all' }
  | { readonly kind: 'status'; readonly status: LiveStatus }
  | { readonly kind: 'hello' };

export interface LiveStore {
  readonly dispatch: Dispatch;
  readonly isPaused: () => boolean;
}

const tagsOf = (lists: readonly string[] | 'all'): readonly Tag[] =>
  lists === 'all' ? ALL_TAGS : lists.flatMap((list) => TAGS_OF_LIST[list] ?? ALL_TAGS);

/** Folds what the server says has changed into the cache, in batches, through one connection per browser. */
export function startLiveUpdates({ dispatch, isPaused }: LiveStore): () => void {
  const stale = new Set<Tag>();
  let flush: ReturnType<typeof setTimeout> | undefined;

  const apply = (message: Message): void => {
    if (message.kind === 'status') dispatch(liveStatusChanged(message.status));
    if (message.kind !== 'changed') return;
    if (isPaused()) {
      dispatch(changeMissed());
      return;
    }
    tagsOf(message.lists).forEach((tag) => stale.add(tag));
    flush ??= setTimeout(() => {
      flush = undefined;
      const tags = [...stale];
      stale.clear();
      dispatch(api.util.invalidateTags(tags));
    }, BATCH_MS);
  };

  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-live') : undefined;
  const tell = (message: Message): void => {
    tabs?.postMessage(message);
    apply(message);
  };
  const onMessage = (event: MessageEvent<Message>): void => apply(event.data);
  tabs?.addEventListener('message', onMessage);
  tabs?.postMessage({ kind: 'hello' } satisfies Message);

  const stopLeading = leadOneTab(() => {
    let status: LiveStatus = 'connecting';
    const answer = (event: MessageEvent<Message>): void => {
      if (event.data.kind === 'hello') tabs?.postMessage({ kind: 'status', status } satisfies Message);
    };
    tabs?.addEventListener('message', answer);
    const close = openLiveConnection({
      onChange: (lists) => tell({ kind: 'changed', lists }),
      onStatus: (next) => {
        status = next;
        tell({ kind: 'status', status });
      },
    });
    return () => {
      tabs?.removeEventListener('message', answer);
      close();
    };
  });

  return () => {
    clearTimeout(flush);
    stopLeading();
    tabs?.close();
  };
}
