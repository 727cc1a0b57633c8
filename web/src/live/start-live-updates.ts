import { ownEntry } from '../../../services/contracts/own-entry.js';
import type { Dispatch } from '@reduxjs/toolkit';
import { ALL_TAGS, api, type Tag } from '../api/base-api.js';
import { ofSide } from '../api/side.js';
import { leadOneTab } from './lead-one-tab.js';
import { openLiveConnection, share } from './live-connection.js';
import { changeMissed, liveStatusChanged, type LiveStatus } from './live.slice.js';

/**
 * Milliseconds between two reloads of changed lists. While changes keep coming, this pause doubles up to
 * `LAST_PAUSE_MS`.
 */
const FIRST_PAUSE_MS = 8;
const LAST_PAUSE_MS = 150;
/**
 * Milliseconds to wait before `BUSY_LISTS` are reloaded. These lists change all the time, and reading them is
 * costly.
 */
const BUSY_MS = 2_000;
const BUSY_LISTS: ReadonlySet<string> = new Set(['transactions', 'fundings']);
const SPREAD_MS = 1_000;
const TOLD_TO_EVERYBODY: ReadonlySet<string> = new Set(['notices', 'catalogue', 'terms']);

const TAGS_OF_LIST: Readonly<Record<string, readonly Tag[]>> = {
  problems: ['External', 'AdminHistory'],
  catalogue: ['Catalogue', 'Vendors'],
  transactions: ['AdminHistory', 'Sales', 'History'],
  fundings: ['AdminFunding', 'Sales'],
  users: ['Users', 'Administrators'],
  // The activity may be a change of an administrator.
  activity: ['Activity', 'Administrators'],
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
  lists === 'all' ? ALL_TAGS : lists.flatMap((list) => ownEntry(TAGS_OF_LIST, list) ?? namesakes(list));

function namesakes(list: string): readonly Tag[] {
  const found = ALL_TAGS.filter((tag) => tag.toLowerCase() === list);
  return found.length > 0 ? found : ALL_TAGS;
}

/** Collects several changes, then invalidates their tags together. */
export function startLiveUpdates({ dispatch, isPaused }: LiveStore): () => void {
  const stale = new Set<Tag>();
  const later = new Set<ReturnType<typeof setTimeout>>();
  const due = new Set<string>();
  let flush: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = 0;
  let readAt = 0;

  const apply = (message: Message): void => {
    if (message.kind === 'status') dispatch(liveStatusChanged(message.status));
    if (message.kind !== 'changed') return;
    if (isPaused()) {
      dispatch(changeMissed());
      return;
    }
    const { lists } = message;
    const isToldToAll = (list: string): boolean => TOLD_TO_EVERYBODY.has(list);
    if (lists === 'all') return readAgain(lists);
    readAgain(lists.filter((list) => !isToldToAll(list) && !BUSY_LISTS.has(list)));
    if (lists.some(isToldToAll)) readLater(lists.filter(isToldToAll), share() * SPREAD_MS);
    for (const list of lists)
      if (BUSY_LISTS.has(list) && !due.has(list)) {
        due.add(list);
        readLater([list], BUSY_MS);
      }
  };

  const readLater = (lists: readonly string[], afterMs: number): void => {
    const timer = setTimeout(() => {
      later.delete(timer);
      lists.forEach((list) => due.delete(list));
      readAgain(lists);
    }, afterMs);
    later.add(timer);
  };

  const readAgain = (lists: readonly string[] | 'all'): void => {
    tagsOf(lists).forEach((tag) => stale.add(tag));
    if (stale.size > 0)
      flush ??= setTimeout(
        () => {
          const now = performance.now();
          pauseMs = now - readAt > 2 * LAST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LAST_PAUSE_MS);
          readAt = now;
          flush = undefined;
          const tags = [...stale];
          stale.clear();
          dispatch(api.util.invalidateTags(tags));
        },
        readAt + pauseMs - performance.now(),
      );
  };

  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(ofSide('naira-ledger-live')) : undefined;
  const tell = (message: Message): void => {
    tabs?.postMessage(message);
    apply(message);
  };
  const onMessage = (event: MessageEvent<Message>): void => apply(event.data);
  tabs?.addEventListener('message', onMessage);
  tabs?.postMessage({ kind: 'hello' } satisfies Message);

  const lead = (): (() => void) => {
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
  };
  const stopLeading = leadOneTab({ lead, onReturn: () => apply({ kind: 'changed', lists: 'all' }) });

  return () => {
    clearTimeout(flush);
    later.forEach(clearTimeout);
    stopLeading();
    tabs?.close();
  };
}
