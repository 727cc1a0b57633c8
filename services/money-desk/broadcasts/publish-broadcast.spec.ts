import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { BroadcastStreams } from '../../broadcasts/broadcast.handlers.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { decideApproval } from '../approvals.js';
import { approvalIdsIn, by, finishIn, grantNewest } from '../testing/approving.js';
import {
  PublishBroadcast,
  PublishBroadcastHandler,
  ShowBroadcast,
  ShowBroadcastHandler,
} from './publish-broadcast.handler.js';

const LURE = 'Everyone wins: evil.test';

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
let streams: BroadcastStreams;
beforeEach(() => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  streams = new BroadcastStreams(store);
});

const told = (done: Promise<string>) => done.catch((error: { code: string }) => error.code);
const publish = (message: string, { title = 'Hello', id = 'form-1', who = 'grace' } = {}) =>
  told(
    new PublishBroadcastHandler(streams, store).execute(new PublishBroadcast(title, message, by(who), id)),
  );
const show = (id = 'form-1', who = 'grace') =>
  told(new ShowBroadcastHandler(streams, store).execute(new ShowBroadcast(id, by(who))));
const hide = (id = 'form-1') => streams.handle(id, { type: 'Switch', active: false }, by('bola'));
const approvalIds = () => approvalIdsIn(store);
const grant = async () => {
  const id = await grantNewest(store);
  const ends = await Promise.all([finishIn(here!, id), finishIn(there!, id)]);
  return ends.map(({ standing }) => standing);
};

describe('a broadcast', () => {
  it('with an ordinary text is shown at once', async () => {
    expect(await publish('Data is slow tonight.')).toBe('applied');
    expect(await streams.load('form-1')).toMatchObject({ active: true });
    expect(await approvalIds()).toEqual([]);
  });

  it.each([
    ['Hello', LURE],
    ['Go to evil.test', 'Everyone wins.'],
    ['Hello', 'Pay into 0123456789.'],
  ])(
    'with a link or number in title or message waits for a second administrator: %s, %s',
    async (title, message) => {
      expect([await publish(message, { title }), await publish(message, { title })]).toEqual([
        'waiting',
        'waiting',
      ]);
      expect(await streams.load('form-1')).toBeUndefined();
      const [id, ...more] = await approvalIds();
      expect(more).toEqual([]);
      const own = decideApproval(store, id!, { grant: true }, by('grace'));
      await expect(own).rejects.toMatchObject({ code: 'APPROVAL_OWN' });
      expect(await grant()).toEqual(['applied', 'applied']);
      expect(await streams.load('form-1')).toEqual({ broadcastId: 'form-1', title, message, active: true });
      expect(await publish(message, { title })).toBe('applied');
      expect(await approvalIds()).toHaveLength(1);
    },
  );

  it('with a link needs a second administrator again when it is shown again, but not to be hidden', async () => {
    await publish(LURE);
    await grant();
    await hide();
    expect(await show('form-1', 'ada')).toBe('waiting');
    expect(await streams.load('form-1')).toMatchObject({ active: false });
    await grant();
    expect(await streams.load('form-1')).toMatchObject({ active: true });
    expect(await show()).toBe('applied');
  });

  it('that was refused is not shown, and may be asked for again', async () => {
    await publish(LURE);
    await decideApproval(store, (await approvalIds())[0]!, { grant: false, reason: 'no' }, by('eve'));
    expect(await streams.load('form-1')).toBeUndefined();
    expect(await publish(LURE)).toBe('waiting');
    expect(await approvalIds()).toHaveLength(2);
  });

  it('without an id or with another text under the same id is refused', async () => {
    expect(await show('none')).toBe('BROADCAST_NOT_FOUND');
    await publish('Tonight.');
    expect(await publish(LURE)).toBe('CHANGE_CONFLICT');
  });
});
