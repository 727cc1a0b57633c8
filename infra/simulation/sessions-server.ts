import type { Limits } from '../limits/limits.js';
import { EmbeddedLimits } from '../limits/embedded-limits.js';
import { EmbeddedTries } from '../sessions/embedded-tries.js';
import {
  type CounterStore,
  type SessionStore,
  SessionsUnavailable,
  type StoredSession,
  type TriesStore,
} from '../sessions/session-store.js';
import type { Need, Network } from './network.js';
import type { Runner } from './scheduler.js';

const UNANSWERED = {
  unknown: () => new SessionsUnavailable('the sessions did not answer'),
  refused: () => new SessionsUnavailable('the sessions are away'),
};
/**
 * Store that keeps nothing for `EmbeddedTries`. The simulated server never dies, so it never reads stored
 * data.
 */
const KEPT = { entries: () => [], put: () => Promise.resolve(), remove: () => Promise.resolve() };

/** Each call is atomic. */
export class SessionsServer {
  readonly #sessions = new Map<string, StoredSession>();
  readonly #counters = new Map<string, number>();
  readonly #tries = new EmbeddedTries(KEPT);
  readonly #limits = new EmbeddedLimits(KEPT);
  readonly #listeners: { readonly runner: Runner | undefined; tell(id: string): void }[] = [];

  constructor(
    private readonly network: Network,
    private readonly shared: boolean,
  ) {}

  sessions(): SessionStore {
    const all = this.#sessions;
    return {
      shared: this.shared,
      get: (id) => this.#ask('session', () => all.get(id), 'reads'),
      put: (session) => this.#ask('session put', () => void all.set(session.id, session)),
      seen: (id, lastSeenAt) =>
        this.#ask('session seen', () => {
          const known = all.get(id);
          if (known) all.set(id, { ...known, lastSeenAt });
        }),
      proven: (id, provenAt) =>
        this.#ask('session proven', () => {
          const known = all.get(id);
          if (known) all.set(id, { ...known, provenAt });
        }),
      delete: (id) => this.#ask('session delete', () => this.#delete(id)),
      idsOf: (userId) =>
        this.#ask(
          'sessions of',
          () => [...all.values()].filter((session) => session.userId === userId).map(({ id }) => id),
          'reads',
        ),
      prune: (lastSeenBefore, startedBefore) =>
        this.#ask('sessions prune', () => {
          const over = [...all.values()].filter(
            (session) => session.lastSeenAt < lastSeenBefore || session.startedAt < startedBefore,
          );
          for (const { id } of over) this.#delete(id);
          return over.length;
        }),
      onDeleted: (tell) => void this.#listeners.push({ runner: this.network.scheduler.current, tell }),
    };
  }

  tries(): TriesStore {
    return {
      judge: (subject, right, rule, now) =>
        this.#ask('try', () => this.#tries.judge(subject, right, rule, now)),
      lockedUntil: (subject, rule, now) =>
        this.#ask('locked', () => this.#tries.lockedUntil(subject, rule, now), 'reads'),
      clear: (subject) => this.#ask('tries clear', () => this.#tries.clear(subject)),
    };
  }

  limits(): Limits {
    return {
      take: (key, rule) => this.#ask('limit', () => this.#limits.take(key, rule)),
      giveBack: (key) => this.#ask('limit back', () => this.#limits.giveBack(key)),
      clear: (key) => this.#ask('limit clear', () => this.#limits.clear(key)),
    };
  }

  counters(): CounterStore {
    return {
      advance: (subject, to) =>
        this.#ask('count', () => {
          const known = this.#counters.get(subject) ?? 0;
          if (to > known) this.#counters.set(subject, to);
          return to > known || (to === 0 && known === 0);
        }),
    };
  }

  #delete(id: string): void {
    if (!this.#sessions.delete(id)) return;
    const { network } = this;
    for (const { runner, tell } of this.#listeners)
      network.scheduler.in(network.way(), runner, 'session ended', () => tell(id));
  }

  #ask<Answer>(
    what: string,
    work: () => Answer | Promise<Answer>,
    need: Need = 'writes',
  ): Promise<Awaited<Answer>> {
    return this.network.call(what, work, UNANSWERED, need) as Promise<Awaited<Answer>>;
  }
}
