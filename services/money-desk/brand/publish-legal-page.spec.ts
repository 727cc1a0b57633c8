import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { legalStream } from '../../brand/legal/legal.events.js';
import { LegalPages, publishLegalPage } from '../../brand/legal/legal-pages.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { decideApproval } from '../approvals.js';
import { approvalIdsIn, by, finishIn, grantNewest } from '../testing/approving.js';
import { PublishLegalPage, PublishLegalPageHandler } from './publish-legal-page.handler.js';

const LURE = '# Refunds\n\nPay the fee to 0123456789, Wema.';

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
beforeEach(() => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
});

const publish = (text: string, seen = 0, who = 'grace') =>
  new PublishLegalPageHandler(new LegalPages(store), store)
    .execute(new PublishLegalPage({ page: 'refunds', text, seen }, by(who)))
    .catch((error: { code: string }) => error.code);
const approvalIds = () => approvalIdsIn(store);
const grant = async () => finishIn(here!, await grantNewest(store));
const current = async () => (await new LegalPages(store).newest()).refunds;

describe('a legal page', () => {
  it('with an ordinary text is published by one owner', async () => {
    expect(await publish('# Refunds\n\nWithin 14 days.')).toBe(1);
    expect(await publish('# Refunds\n\nWithin 14 days.')).toBe(1);
    expect(await approvalIds()).toEqual([]);
  });

  it.each([
    LURE,
    'Ask at [our page](https://evil.test)',
    'Write to [us](mailto:x@evil.test)',
    'Pay to N012 N345 N678 N9',
    'Pay to **01**23**45**67**89**',
  ])('with a link or number is published once a second owner agrees: %s', async (text) => {
    await publish('# Refunds');
    expect([await publish(text, 1), await publish(text, 1)]).toEqual(['waiting', 'waiting']);
    expect(await current()).toMatchObject({ version: 1, text: '# Refunds' });
    const [id, ...more] = await approvalIds();
    expect(more).toEqual([]);
    const own = decideApproval(store, id!, { grant: true }, by('grace'));
    await expect(own).rejects.toMatchObject({ code: 'APPROVAL_OWN' });
    await decideApproval(store, id!, { grant: true }, by('eve'));
    here!.connection.faults.append.push({ lose: true });
    const ends = await Promise.all([finishIn(here!, id!), finishIn(there!, id!)]);
    expect(ends.map(({ standing }) => standing)).toEqual(['applied', 'applied']);
    expect(await current()).toMatchObject({ version: 2, text });
    expect((await store.readStream(legalStream('refunds'))).at(-1)).toMatchObject({
      id,
      actor: { id: 'grace' },
      data: { version: 2, approvedBy: 'eve' },
    });
    // The same form again finds its text published.
    expect(await publish(text, 1)).toBe(2);
    expect(await approvalIds()).toHaveLength(1);
  });

  it('is done once though its text was replaced before the approval was concluded', async () => {
    await publish(LURE);
    const [id] = await approvalIds();
    await decideApproval(store, id!, { grant: true }, by('eve'));
    const asked = { page: 'refunds', text: LURE, seen: 0 } as const;
    await publishLegalPage(store, asked, by('grace'), { id: id!, approvedBy: 'eve' });
    await publish('# Refunds', 1);
    expect(await finishIn(here!, id!)).toMatchObject({ standing: 'applied' });
    expect(await current()).toMatchObject({ version: 2, text: '# Refunds' });
  });

  it('lapses when another text was published meanwhile', async () => {
    await publish(LURE);
    await publish('# Refunds');
    expect(await grant()).toMatchObject({ standing: 'lapsed' });
    expect(await current()).toMatchObject({ version: 1, text: '# Refunds' });
  });

  it('with a form of an older version, or a text that cannot be read, is refused without a request', async () => {
    await publish('# Refunds');
    expect(await publish(LURE)).toBe('STALE_EDIT');
    expect(await publish(`${LURE}\n<b>x</b>`, 1)).toBe('VALIDATION_FAILED');
    expect(await approvalIds()).toEqual([]);
  });

  it('may be asked for again after a refusal', async () => {
    await publish(LURE);
    await decideApproval(store, (await approvalIds())[0]!, { grant: false, reason: 'no' }, by('eve'));
    expect(await publish(LURE)).toBe('waiting');
    expect(await approvalIds()).toHaveLength(2);
  });
});
