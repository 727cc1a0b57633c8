import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { PushMessage, PushOutcome, PushTarget } from '../../../infra/push/push-sender.js';
import type { PushDevice } from '../../customers/push/push-device.state.js';
import { pushReactor } from './push.reactor.js';

const AT = Date.parse('2026-03-10T12:00:00Z');
const HOUR_MS = 3_600_000;

const event = (position: number, type: string, data: object = {}, stream = 'wallet-ada'): RecordedEvent =>
  ({
    position,
    type,
    stream,
    at: new Date(AT).toISOString(),
    id: `event-${position}`,
    version: 1,
    data: {
      userId: 'ada',
      service: 'airtime',
      price: '49500',
      credited: '100000',
      provider: 'monnify',
      ...data,
    },
  }) as unknown as RecordedEvent;

const browser = (id: string): PushDevice => ({
  id,
  since: '',
  endpoint: id,
  p256dh: '',
  auth: '',
  device: '',
  language: 'en',
  session: '',
});

function devices(...ids: string[]) {
  const world = {
    now: AT,
    devices: ids.map(browser),
    /** Endpoint and title of each message sent. */
    sent: [] as string[],
    messages: [] as PushMessage[],
    gone: [] as string[],
    send: (_: PushTarget): PushOutcome | Promise<PushOutcome> => 'sent',
  };
  const open = () =>
    pushReactor({
      sender: {
        send: async (target, message) => {
          const outcome = await world.send(target);
          const { title } = JSON.parse(message.payload) as { title: string };
          world.sent.push(`${target.endpoint}: ${title}`);
          world.messages.push(message);
          return outcome;
        },
      },
      people: {
        onRecorded: () => undefined,
        byId: async (userId) => ({ userId, pushDevices: world.devices }),
      },
      referenceOf: async () => 'NL1',
      now: () => world.now,
      onGone: (userId, id) => world.gone.push(`${userId} ${id}`),
    });
  return { world, open };
}

function textOf({ payload }: PushMessage): string {
  const { title, body } = JSON.parse(payload) as { title: string; body: string };
  return `${title}: ${body}`;
}

describe('a browser', () => {
  it('is notified of deliveries, refunds, reversals and funding, and of nothing else', async () => {
    const { world, open } = devices('phone');
    const reactor = open();
    for (const type of ['PurchaseAccepted', 'UpgradeCharged', 'WalletOpened'])
      expect(reactor.react(event(1, type))).toBeUndefined();
    expect(reactor.react(event(1, 'WalletFunded', { provider: 'opening' }))).toBeUndefined();
    await reactor.react(event(2, 'PurchaseCaptured'));
    await reactor.react(event(3, 'PurchaseReleased'));
    await reactor.react(event(4, 'PurchaseReversed'));
    await reactor.react(event(5, 'WalletFunded'));
    expect(world.sent).toEqual([
      'phone: Airtime delivered',
      'phone: Airtime not delivered',
      'phone: Airtime taken back',
      'phone: ₦1,000.00 is in your wallet',
    ]);
  });

  it('is notified of what staff do to the money', async () => {
    const { world, open } = devices('phone');
    const reactor = open();
    await reactor.react(event(2, 'WalletAdjusted', { delta: '-50000' }));
    await reactor.react(event(3, 'WalletAdjusted', { delta: '50000' }));
    await reactor.react(event(4, 'ManualFundingCredited', { amount: '50000' }));
    await reactor.react(event(5, 'FundingChargedBack', { debited: '50000' }));
    await reactor.react(event(6, 'ChargebackWon', { credited: '50000' }));
    await reactor.react(event(7, 'SpendingFrozen', { reason: 'Stolen phone' }, 'user-ada'));
    await reactor.react(event(8, 'SpendingUnfrozen', { reason: 'Found' }, 'user-ada'));
    await reactor.react(event(9, 'PayoutsAllowed', { approvedBy: 'eve' }, 'user-ada'));
    expect(world.messages.map(textOf)).toEqual([
      '₦500.00 was taken from your wallet: Our staff changed your balance.',
      '₦500.00 is in your wallet: Our staff changed your balance.',
      '₦500.00 is in your wallet: Your payment has arrived.',
      '₦500.00 was taken from your wallet: The bank of the payer disputes a payment.',
      '₦500.00 is in your wallet: A disputed payment is back.',
      'Spending from your wallet was stopped: Your money stays yours.',
      'You can spend from your wallet again: Our staff ended the stop.',
      'Money can leave your wallet again: Our staff ended the wait.',
    ]);
  });

  it('gets no personal data', async () => {
    const { world, open } = devices('phone');
    const personal = { recipient: '08031234567', availableAfter: '777777', released: '500' };
    await open().react(event(2, 'PurchaseCaptured', personal));
    const [{ payload, topic }] = world.messages as [PushMessage];
    expect(JSON.parse(payload)).toEqual({
      title: 'Airtime delivered',
      body: 'You paid ₦495.00. ₦5.00 came back.',
      tag: topic,
      path: '/receipt/NL1',
    });
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(payload).not.toMatch(/0803|7777/);
  });

  it('is notified in its own language with the texts of the catalogue', async () => {
    const { world, open } = devices('phone', 'laptop');
    world.devices = world.devices.map((one) => (one.id === 'phone' ? { ...one, language: 'pcm' } : one));
    const reactor = open();
    await reactor.react(event(2, 'PurchaseCaptured', { released: '500' }));
    await reactor.react(event(3, 'PurchaseReleased'));
    await reactor.react(event(4, 'PurchaseReversed'));
    await reactor.react(event(5, 'WalletFunded'));
    const told = (endpoint: string) =>
      world.sent.flatMap((line, place) =>
        line.startsWith(endpoint) ? [textOf(world.messages[place]!)] : [],
      );
    expect(told('phone')).toEqual([
      'Airtime don deliver: You pay ₦495.00. ₦5.00 don come back.',
      'Airtime no deliver: ₦495.00 don enter your wallet back.',
      'Dem don collect Airtime back: Dem don return ₦495.00 to your wallet.',
      '₦1,000.00 don enter your wallet: Your payment don reach.',
    ]);
    expect(told('laptop')[0]).toBe('Airtime delivered: You paid ₦495.00. ₦5.00 came back.');
  });

  it('gets the same tag for a repeated message', async () => {
    const { world, open } = devices('phone');
    await open().react(event(2, 'PurchaseCaptured'));
    await open().react(event(2, 'PurchaseCaptured'));
    expect(new Set(world.messages.map(({ topic }) => topic)).size).toBe(1);
    expect(world.messages).toHaveLength(2);
  });

  it('is not notified again after a restart with a checkpoint', async () => {
    const { world, open } = devices('phone');
    const before = open();
    await before.react(event(2, 'PurchaseCaptured'));
    const after = open();
    after.restore(before.state());
    await after.react(event(2, 'PurchaseCaptured'));
    expect(world.sent).toHaveLength(1);
  });

  it('is not notified of old news', async () => {
    const { world, open } = devices('phone');
    const reactor = open();
    world.now = AT + HOUR_MS + 1;
    expect(reactor.react(event(2, 'PurchaseCaptured'))).toBeUndefined();
    expect(world.sent).toEqual([]);
  });
});

describe('a push service', () => {
  it('that fails for one browser is called again for that one only', async () => {
    const { world, open } = devices('phone', 'laptop');
    const reactor = open();
    world.send = ({ endpoint }) => (endpoint === 'phone' ? Promise.reject(new Error('away')) : 'sent');
    await expect(reactor.react(event(2, 'PurchaseCaptured'))).rejects.toThrow('away');
    world.send = () => 'sent';
    await reactor.react(event(2, 'PurchaseCaptured'));
    expect(world.sent).toEqual(['laptop: Airtime delivered', 'phone: Airtime delivered']);
  });

  it('that keeps failing is not called once the news is old', async () => {
    const { world, open } = devices('phone');
    const reactor = open();
    world.send = () => Promise.reject(new Error('away'));
    const told = event(2, 'PurchaseCaptured');
    await expect(reactor.react(told)).rejects.toThrow('away');
    world.now = AT + HOUR_MS + 1;
    expect(reactor.react(told)).toBeUndefined();
  });

  it('that hangs for one person does not delay another', async () => {
    const { world, open } = devices('phone');
    const reactor = open();
    let calls = 0;
    world.send = () => ((calls += 1) === 1 ? new Promise(() => undefined) : 'sent');
    void reactor.react(event(2, 'PurchaseCaptured'));
    await reactor.react(event(3, 'PurchaseCaptured', { userId: 'ben' }));
    expect(world.sent).toHaveLength(1);
  });

  it('gets messages for two browsers of a person at a time', async () => {
    const { world, open } = devices('phone', 'laptop', 'tablet', 'office');
    const answers: (() => void)[] = [];
    world.send = () => new Promise((resolve) => answers.push(() => resolve('sent')));
    const told = open().react(event(2, 'PurchaseCaptured'));
    for (const asked of [2, 3, 4, 4]) {
      await nextTurn();
      expect(answers).toHaveLength(asked);
      answers[world.sent.length]?.();
    }
    for (const answer of answers) answer();
    await told;
    expect(world.sent).toHaveLength(4);
  });

  it('that reports a subscription as gone has the browser removed', async () => {
    const { world, open } = devices('phone', 'laptop');
    world.send = ({ endpoint }) => (endpoint === 'phone' ? 'gone' : 'refused');
    await open().react(event(2, 'PurchaseCaptured'));
    expect(world.gone).toEqual(['ada phone']);
  });
});
