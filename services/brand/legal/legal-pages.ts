import { Inject, Injectable } from '@nestjs/common';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../../infra/event-store/event-context.js';
import {
  EVENT_STORE,
  type EventStore,
  NO_STREAM,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { LEGAL_PAGES, type LegalPage } from '../../contracts/brand/legal-pages.js';
import { RuleBroken } from '../../contracts/errors.js';
import { decide, type LegalText, type PublishText, UNPUBLISHED } from './legal.decider.js';
import { legalEvent, legalStream } from './legal.events.js';
import { NewestInLog } from '../newest-in-log.js';

export type LegalStore = Pick<EventStore, 'head' | 'readStream' | 'changesLike'>;
export type LegalTexts = Readonly<Record<LegalPage, LegalText>>;

/** Version of each legal page that a form showed. A page that was not published is absent. */
export type ShownVersions = { readonly [Page in LegalPage]?: number | undefined };

interface Known extends StreamHead {
  readonly text: LegalText;
}
const UNKNOWN: Known = { ...NO_STREAM, text: UNPUBLISHED };

/** Reads only the newest event of a page, because earlier texts are large and not needed. */
async function load(
  store: Omit<LegalStore, 'changesLike'>,
  page: LegalPage,
  known = UNKNOWN,
): Promise<Known> {
  const head = await store.head(legalStream(page));
  if (head.revision === known.revision && head.hash === known.hash) return known;
  const [newest] = await store.readStream(legalStream(page), { direction: 'backwards', limit: 1 });
  const published = newest && legalEvent(newest);
  if (!published) return UNKNOWN;
  const { at, revision, hash, data } = published;
  return { revision, hash, text: { version: data.version, text: data.text, publishedAt: at } };
}

/**
 * Publishes a text. Stores nothing when this text is already published.
 * @param approved stores the event with this `id`, and nothing when it is stored already
 * @returns the version that is published now
 * @throws RuleBroken VALIDATION_FAILED, STALE_EDIT
 */
export async function publishLegalPage(
  store: Omit<LegalStore, 'changesLike'> & Pick<EventStore, 'append'>,
  command: PublishText,
  context: EventContext,
  approved?: { readonly id: string; readonly approvedBy: string },
): Promise<number> {
  const stream = legalStream(command.page);
  const { events, loaded } = await decideAndAppend(store, {
    stream,
    load: async () => ({
      ...(await load(store, command.page)),
      isDone: approved !== undefined && (await store.readStream(stream)).some(({ id }) => id === approved.id),
    }),
    decide: ({ text, isDone }) => {
      if (isDone) return [];
      const facts = decide(command, text);
      if (!approved) return facts.map(({ type, data }) => fact<string, object>(type, data, context));
      const { id, approvedBy } = approved;
      return facts.map(({ type, data }) => ({
        ...fact<string, object>(type, { ...data, approvedBy }, context),
        id,
      }));
    },
  });
  return loaded.text.version + events.length;
}

/** Legal pages of this installation. Reads the log only when a page may have changed. */
@Injectable()
export class LegalPages {
  private known: Readonly<Record<LegalPage, Known>> = byPage(() => UNKNOWN);
  private texts: LegalTexts = byPage(() => UNPUBLISHED);
  private names: readonly LegalPage[] = [];
  private readonly log: NewestInLog;

  constructor(@Inject(EVENT_STORE) private readonly store: LegalStore) {
    this.log = new NewestInLog(store, legalStream('terms'), () => this.readAll());
  }

  /** Newest known texts. When the store fails, returns the texts of the last read. */
  async current(): Promise<LegalTexts> {
    await this.log.current();
    return this.texts;
  }

  /** Pages that have a text. Returns the same list until a text changes. */
  async published(): Promise<readonly LegalPage[]> {
    await this.current();
    return this.names;
  }

  /** Reads the newest texts from the log, for an edit form. */
  async newest(): Promise<LegalTexts> {
    await this.log.newest();
    return this.texts;
  }

  /**
   * Checks that the form has shown all published pages, and returns their versions.
   * @throws RuleBroken TERMS_CHANGED when the form has shown other versions, or not all pages
   */
  async requireShown(shown: ShownVersions): Promise<Readonly<Partial<Record<LegalPage, number>>>> {
    const texts = await this.newest();
    if (LEGAL_PAGES.some((page) => (shown[page] ?? 0) !== texts[page].version))
      throw new RuleBroken('TERMS_CHANGED');
    return Object.fromEntries(LEGAL_PAGES.flatMap((page) => (shown[page] ? [[page, shown[page]]] : [])));
  }

  private async readAll(): Promise<void> {
    const [terms, privacy, refunds] = await Promise.all(
      LEGAL_PAGES.map((page) => load(this.store, page, this.known[page])),
    );
    const known = { terms: terms!, privacy: privacy!, refunds: refunds! };
    if (LEGAL_PAGES.every((page) => known[page] === this.known[page])) return;
    this.known = known;
    this.texts = byPage((page) => known[page].text);
    this.names = LEGAL_PAGES.filter((page) => known[page].text.version > 0);
  }
}

function byPage<Value>(of: (page: LegalPage) => Value): Readonly<Record<LegalPage, Value>> {
  return { terms: of('terms'), privacy: of('privacy'), refunds: of('refunds') };
}
