import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkpointsInMemory } from '../../infra/checkpoints/checkpoints.js';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { MailRefused, type Mail } from '../../infra/mail/mailer.js';
import { until } from '../../infra/testing/until.js';
import { CreateUser } from '../customers/registration/create-user.handler.js';
import { MarkEmailVerified } from '../customers/registration/verify-email.handler.js';
import { ADA, openPeople, type People } from '../customers/testing/people.js';
import { userStream } from '../customers/user.events.js';
import { walletStream } from '../ledger/streams.js';
import { KnownPeople } from './known-people.js';
import { startNotices } from './start-notices.js';
import { statementMails } from './statement-mails.js';

const lagos = (text: string): number => Date.parse(`${text}+01:00`);
const APRIL = lagos('2026-04-01T00:00:00.000');
const HOUR = 3_600_000;
const RUNNING = new AbortController().signal;

describe('monthly statements by mail', () => {
  let people: People;
  let userId: string;
  let checkpoints: ReturnType<typeof checkpointsInMemory>;
  let sent: Mail[];
  let faults: string[];
  /** Replaces the mail server; accepts every mail by default. */
  let deliver: (mail: Mail) => Promise<void>;
  let now: number;
  let ahead: number;

  beforeEach(async () => {
    people = await openPeople();
    checkpoints = checkpointsInMemory();
    [sent, faults, now, ahead] = [[], [], APRIL, 0];
    deliver = async (mail) => void sent.push(mail);
    ({ userId } = await people.register.execute(new CreateUser(ADA, systemContext())));
  });
  afterEach(() => people.remove());

  const verified = () => people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
  const wants = (statement: boolean, atMs: number) =>
    people.users.handle(
      userId,
      { type: 'SetNoticeSettings', wanted: { statement } },
      systemContext(new Date(atMs)),
    );
  async function moved(availableAfter: number, atMs: number): Promise<void> {
    const stream = walletStream(userId);
    const data = { userId, availableAfter: String(availableAfter * 100) };
    const event = fact('WalletAdjusted', data, systemContext(new Date(atMs)));
    await people.store.append(stream, await people.store.head(stream), [event]);
  }
  /** Opens a new instance, which reads all choices of customers from the log. */
  async function open(publicUrl?: string) {
    const { store, vault } = people;
    const mails = statementMails({
      eventStore: store,
      vault,
      checkpoints,
      publicUrl,
      people: new KnownPeople(store, vault),
      mailer: { send: (mail) => deliver(mail) },
      now: () => now + ahead,
      monotonicMs: () => now,
      onFault: (why) => faults.push(why),
    });
    for (const event of await store.readStream(userStream(userId)))
      if (mails.reactor.wants!(event.type, event.stream)) void mails.reactor.react(event);
    return mails;
  }

  it('are sent only on request and only to a verified address', async () => {
    await verified();
    await (await open()).mailDue(RUNNING);
    expect(sent).toEqual([]);
    const { userId: other } = await people.register.execute(
      new CreateUser({ ...ADA, email: 'bola@example.test' }, systemContext()),
    );
    userId = other;
    await wants(true, lagos('2026-03-10T12:00:00'));
    await (await open()).mailDue(RUNNING);
    expect([sent, faults]).toEqual([[], []]);
  });

  it('contain the month, its totals and the statement’s address, once the month is over in Lagos', async () => {
    await verified();
    await moved(500, lagos('2026-02-28T23:59:59.999'));
    await moved(1_500, lagos('2026-03-01T00:00:00.000'));
    await moved(1_200, lagos('2026-03-20T12:00:00.000'));
    await moved(1_150, lagos('2026-03-31T23:59:59.999'));
    await moved(9_000, APRIL);
    await wants(true, lagos('2026-03-31T23:00:00'));
    const mails = await open('https://wallet.test/');
    now = APRIL - 1;
    await mails.mailDue(RUNNING);
    expect(sent).toEqual([]);
    now = APRIL;
    await mails.mailDue(RUNNING);
    expect(sent).toMatchObject([
      {
        id: `statement-${userId}-2026-03`,
        to: 'ada@example.test',
        subject: 'Your statement for March 2026',
      },
    ]);
    const { text } = sent[0]!;
    for (const line of ['Opening balance: ₦500.00', 'Money in: ₦1,000.00', 'Money out: ₦350.00'])
      expect(text).toContain(line);
    expect(text).toContain('Closing balance: ₦1,150.00\nMovements: 3');
    expect(text).toContain('https://wallet.test/customhistory?from=2026-03-01&to=2026-03-31');
  });

  it('are sent once per month, also after restarts and repeated choices', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    const first = await open();
    await first.mailDue(RUNNING);
    await first.mailDue(RUNNING);
    await (await open()).mailDue(RUNNING);
    expect(sent).toHaveLength(1);
    now = lagos('2026-05-02T09:00:00');
    await (await open()).mailDue(RUNNING);
    await first.mailDue(RUNNING);
    expect(sent.map(({ id }) => id.slice(-7))).toEqual(['2026-03', '2026-04']);
  });

  it('are sent later after a fault of the mail server, and never after a refusal', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    const taken = deliver;
    deliver = async () => {
      throw new Error('it is away');
    };
    const mails = await open();
    await mails.mailDue(RUNNING);
    expect(faults).toEqual(['a monthly statement waits: it is away']);
    deliver = taken;
    await (await open()).mailDue(RUNNING);
    expect(sent).toHaveLength(1);
    now = lagos('2026-05-01T00:00:00');
    deliver = async () => {
      throw new MailRefused('no such box');
    };
    await mails.mailDue(RUNNING);
    deliver = taken;
    await mails.mailDue(RUNNING);
    expect([sent.length, faults.at(-1)]).toEqual([1, 'a monthly statement was given up: no such box']);
    expect(faults.join()).not.toMatch(/ada|Obi/i);
  });

  it('are not sent after switching them off, choosing them late or being forgotten', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    await wants(false, APRIL);
    const mails = await open();
    await mails.mailDue(RUNNING);
    await wants(true, APRIL);
    await (await open()).mailDue(RUNNING);
    expect(sent).toEqual([]);
    now = lagos('2026-05-01T00:00:00');
    await people.vault.forget(userId);
    await (await open()).mailDue(RUNNING);
    expect([sent, faults]).toEqual([[], []]);
  });

  it('wait for the end of the month when the clock steps into the next one', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    now = lagos('2026-03-31T20:00:00');
    const mails = await open();
    await mails.mailDue(RUNNING);
    ahead = 5 * HOUR;
    await mails.mailDue(RUNNING);
    now += HOUR;
    await mails.mailDue(RUNNING);
    expect(sent).toEqual([]);
    ahead = 0;
    now = APRIL;
    await mails.mailDue(RUNNING);
    expect(sent.map(({ id }) => id.slice(-7))).toEqual(['2026-03']);
  });

  it('follow a step that stays for a day', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    now = lagos('2026-03-20T12:00:00');
    const mails = await open();
    await mails.mailDue(RUNNING);
    ahead = 20 * 24 * HOUR;
    await mails.mailDue(RUNNING);
    expect(sent).toEqual([]);
    now += 24 * HOUR;
    await mails.mailDue(RUNNING);
    expect(sent.map(({ id }) => id.slice(-7))).toEqual(['2026-03']);
  });

  it('are sent again at the end of a month that was mailed while the clock was ahead', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    now = lagos('2027-06-15T12:00:00');
    const early = await open();
    await early.mailDue(RUNNING);
    now = lagos('2026-03-31T20:00:00');
    await early.mailDue(RUNNING);
    const right = await open();
    await right.mailDue(RUNNING);
    now = APRIL;
    await early.mailDue(RUNNING);
    await right.mailDue(RUNNING);
    expect(sent.map(({ id }) => id.slice(-7))).toEqual(['2027-05', '2026-03']);
  });

  it.each([
    ['hours', 'are sent again', 5 * HOUR, ['2026-03', '2026-03']],
    ['seconds', 'are not sent again', 10_000, ['2026-03']],
  ])('of a month that ended %s early by the clock %s', async (_span, _result, left, months) => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    const mails = await open();
    await mails.mailDue(RUNNING);
    now = APRIL - left;
    await mails.mailDue(RUNNING);
    now = APRIL;
    await mails.mailDue(RUNNING);
    expect(sent.map(({ id }) => id.slice(-7))).toEqual(months);
  });

  it('begin with this month when the clock was ahead at the choice', async () => {
    await verified();
    await wants(true, lagos('2027-03-10T12:00:00'));
    now = lagos('2026-03-31T20:00:00');
    const mails = await open();
    await mails.mailDue(RUNNING);
    now = APRIL;
    await mails.mailDue(RUNNING);
    expect(sent.map(({ id }) => id.slice(-7))).toEqual(['2026-03']);
  });

  it('are sent by the process of the other mails, which continues after a crash between two', async () => {
    await verified();
    await wants(true, lagos('2026-03-10T12:00:00'));
    const { store, vault, secrets } = people;
    const start = () =>
      startNotices({
        eventStore: store,
        vault,
        secrets,
        checkpoints,
        statementsEveryMs: 1,
        now: () => now,
        mailer: { send: (mail) => deliver(mail), check: async () => undefined, close: async () => undefined },
        logger: { warn: () => undefined, error: () => undefined },
        config: { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '200000' },
      });
    const statements = () =>
      sent.filter(({ id }) => id.startsWith('statement-')).map(({ id }) => id.slice(-7));
    const one = start();
    await until(() => statements().length > 0, 'the statement of March');
    await one.stop();
    now = lagos('2026-05-01T00:00:00');
    const other = start();
    await until(() => statements().length > 1, 'the statement of April');
    await other.stop();
    expect(statements()).toEqual(['2026-03', '2026-04']);
  });
});
