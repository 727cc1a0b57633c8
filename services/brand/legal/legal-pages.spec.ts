import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { legalStream } from './legal.events.js';
import { LegalPages, publishLegalPage } from './legal-pages.js';

let store: MemoryEventStore;
beforeEach(() => {
  store = new MemoryEventStore();
});
const publish = (text: string, seen?: number, page: LegalPage = 'terms') =>
  publishLegalPage(store, { page, text, seen }, systemContext()).catch(
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  );
const stored = async (page: LegalPage = 'terms') =>
  (await store.readStream(legalStream(page))).map(({ type, data }) => ({ type, data }));

describe('publishing a legal page', () => {
  it('counts the versions of each page and keeps earlier texts in the log', async () => {
    expect([await publish('# One\r\n', 0), await publish('# Two', 1)]).toEqual([1, 2]);
    expect(await publish('Privacy', 0, 'privacy')).toBe(1);
    expect(await stored()).toEqual([
      { type: 'LegalPagePublished', data: { page: 'terms', version: 1, text: '# One' } },
      { type: 'LegalPagePublished', data: { page: 'terms', version: 2, text: '# Two' } },
    ]);
  });

  it('stores a repeated form once, and refuses a form that shows an older version', async () => {
    await publish('# One', 0);
    expect(await publish('# One \n', 0)).toBe(1);
    expect(await publish('# Two', 0)).toMatch(/^STALE_EDIT .*The page terms is now version 1/);
    expect(await stored()).toHaveLength(1);
  });

  it('stores nothing of a text that cannot be read, and names its line', async () => {
    expect(await publish('# One\n\n<b>x</b>', 0)).toMatch(/^VALIDATION_FAILED text: line 3: has HTML: <b/);
    expect(await stored()).toEqual([]);
  });
});

describe('LegalPages', () => {
  it('shows what another process has published, and the texts from before while the store fails', async () => {
    let changes = 0;
    let broken = false;
    const pages = new LegalPages({
      head: (stream) => (broken ? Promise.reject(new Error('away')) : store.head(stream)),
      readStream: (...asked) => store.readStream(...asked),
      changesLike: () => changes,
    });
    expect(await pages.published()).toEqual([]);
    await publish('# One');
    changes = 1;
    expect(await pages.published()).toEqual(['terms']);
    const shown = await pages.current();
    expect(shown.terms).toMatchObject({ version: 1, text: '# One' });
    changes = 2;
    expect(await pages.current()).toBe(shown);
    broken = true;
    changes = 3;
    expect(await pages.current()).toBe(shown);
  });

  it('accepts the published versions, and nothing less, more or older', async () => {
    const pages = new LegalPages(store);
    const check = (shown: object) => pages.requireShown(shown).catch(({ code }: { code: string }) => code);
    expect(await check({})).toEqual({});
    expect(await check({ terms: 1 })).toBe('TERMS_CHANGED');
    await publish('# One');
    await publish('Privacy', 0, 'privacy');
    expect(await check({ terms: 1, privacy: 1, refunds: undefined })).toEqual({ terms: 1, privacy: 1 });
    expect(await check({ terms: 1 })).toBe('TERMS_CHANGED');
    await publish('# Two');
    expect(await check({ terms: 1, privacy: 1 })).toBe('TERMS_CHANGED');
    expect(await check({ terms: 2, privacy: 1 })).toEqual({ terms: 2, privacy: 1 });
  });
});
