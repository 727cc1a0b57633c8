import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { MailRefused, type Mail } from '../../infra/mail/mailer.js';
import { noticesReactor } from './notices.reactor.js';

const AT = Date.parse('2026-03-10T12:00:00Z');

const event = (position: number, type: string, more: object = {}): RecordedEvent =>
  ({
    position,
    type,
    at: new Date(AT).toISOString(),
    id: `event-${position}`,
    actor: { kind: 'user' },
    stream: type.startsWith('Purchase') ? 'wallet-ada' : 'user-ada',
    data: { userId: 'ada', expiresAt: new Date(AT + 600_000).toISOString() },
    ...more,
  }) as unknown as RecordedEvent;

function post(purchaseMailsMax = 2) {
  const world = {
    now: AT,
    sent: [] as string[],
    givenUp: [] as string[],
    /** Replaces the mail server; accepts every mail by default. */
    send: (_: Mail): Promise<void> => Promise.resolve(),
  };
  const open = () =>
    noticesReactor({
      mailer: {
        send: async (mail) => {
          await world.send(mail);
          world.sent.push(mail.id);
        },
      },
      compose: async ({ id }) => [{ id, to: 'ada@people.test', subject: 's', text: 't' }],
      now: () => world.now,
      onGivenUp: (why, { id }) => world.givenUp.push(`${id} ${why}`),
      purchaseMailsMax,
    });
  return { world, open };
}

describe('mails about events', () => {
  it('are sent for the events that concern a person, and for no others', async () => {
    const { world, open } = post();
    const reactor = open();
    for (const type of ['UserRegistered', 'WalletFunded', 'PurchaseAccepted', 'EmailVerified', 'PinSet'])
      expect(reactor.react(event(1, type))).toBeUndefined();
    expect(reactor.wants?.('PurchaseAccepted', 'wallet-ada')).toBe(false);
    // The stream that finds the owner of a token has a copy of the event.
    expect(reactor.react(event(1, 'ApiTokenIssued', { stream: 'apitoken-x' }))).toBeUndefined();
    await Promise.all(
      ['CodeIssued', 'PasswordChanged', 'PinChanged', 'ApiTokenIssued', 'PurchaseReversed'].map(
        async (type, index) => {
          const told = event(index + 1, type);
          expect(reactor.wants?.(type, told.stream)).toBe(true);
          await reactor.react(told);
        },
      ),
    );
    expect(world.sent).toHaveLength(5);
  });

  it('are not sent again after a restart with a checkpoint', async () => {
    const { world, open } = post();
    const reactor = open();
    await reactor.react(event(7, 'PurchaseCaptured'));
    const state = reactor.state();
    const next = open();
    next.restore(JSON.parse(JSON.stringify(state)));
    await next.react(event(7, 'PurchaseCaptured'));
    await next.react(event(8, 'PurchaseCaptured'));
    expect(world.sent).toEqual(['event-7', 'event-8']);
  });

  it('are retried after a fault, and never after a refusal', async () => {
    const { world, open } = post();
    const reactor = open();
    world.send = () => Promise.reject(new Error('the mail server is away'));
    await expect(reactor.react(event(1, 'CodeIssued'))).rejects.toThrow('away');
    world.send = () => Promise.resolve();
    await reactor.react(event(1, 'CodeIssued'));
    world.send = () => Promise.reject(new MailRefused('no such mailbox'));
    await reactor.react(event(2, 'CodeIssued'));
    await reactor.react(event(2, 'CodeIssued'));
    expect(world.sent).toEqual(['event-1']);
    expect(world.givenUp).toEqual(['event-2 no such mailbox']);
  });

  it('are given up with a log line when a code expired or news is old, and silently when much older', async () => {
    const { world, open } = post();
    world.now = AT + 601_000;
    expect(open().react(event(1, 'CodeIssued'))).toBeUndefined();
    expect(world.givenUp).toEqual(['event-1 nobody wants it any more']);
    await open().react(event(2, 'PurchaseCaptured'));
    world.now = AT + 25 * 3_600_000;
    expect(open().react(event(3, 'PurchaseCaptured'))).toBeUndefined();
    expect(open().react(event(4, 'CodeIssued'))).toBeUndefined();
    expect(world.sent).toEqual(['event-2']);
    expect(world.givenUp).toHaveLength(1);
  });

  it('of codes overtake purchases that wait for a slow mail server', async () => {
    const { world, open } = post(2);
    const reactor = open();
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    world.send = ({ id }) => (Number(id.slice(6)) <= 100 ? slow : Promise.resolve());
    const crowd = Array.from({ length: 100 }, async (_, index) =>
      reactor.react(event(index + 1, 'PurchaseCaptured')),
    );
    await reactor.react(event(101, 'CodeIssued'));
    await turn();
    expect(world.sent).toEqual(['event-101']);
    release();
    await Promise.all(crowd);
    expect(world.sent).toHaveLength(101);
  });
});
