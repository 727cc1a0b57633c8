import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fact } from '../../infra/event-store/event-context.js';
import type { AccessCommand } from '../administrators/access/access.decider.js';
import { type Act, ACTS, type AdministratorAct } from '../administrators/acts/acts.js';
import type { CallName } from '../contracts/calls.js';
import { may, type Permission } from '../contracts/admin/administrators.contract.js';
import { approvalOf } from '../money-desk/approvals.js';
import { ALL, EACH, Installation, outcomeOf } from './testing/insiders/installation.js';
import { doorsOf, opens, waysOf } from './testing/insiders/ways.js';

const DAYS = 30;
const PUPPETS = 5;
const AMOUNTS = [EACH / 2n, EACH / 10n];
const TRIES = 3;
const MUCH = 5_000_000_00n;

/** Ways of six insiders at once. Each of them alone tries all ways. */
const SOME_WAYS = ['adjustBalance', 'transferMoney', 'resolveMany'] as const satisfies readonly CallName[];

/** Acts that move no money themselves. The tests of this file use those that open a door to money. */
const OPEN_NO_WALLET = [
  'setAffiliateFee',
  'setDataPrice',
  'setPlan',
  'confirmPrices',
  'applyPrices',
  'cancelScheduledPrice',
  'setOtherPrice',
  'setAmountTerms',
  'upgradeUser',
  'downgradeUser',
  'setFundingTerms',
  'grantApproval',
  'dismissUnmatched',
] as const satisfies readonly AdministratorAct[];

const TAKING: readonly AccessCommand[] = [
  { type: 'Suspend', reason: 'Left' },
  { type: 'ChangeAccess', wanted: { role: 'auditor', permissions: [] } },
];

let on: Installation;
let ways: ReturnType<typeof waysOf>;
let doors: ReturnType<typeof doorsOf>;
async function open(honest?: number): Promise<void> {
  on = await Installation.open(honest);
  ways = waysOf(on);
  doors = doorsOf(on);
}
beforeEach(() => open());
afterEach(() => on.people.remove());

/** The form of a customer needs `finance` for the balance. */
const isForm = (name: CallName, permissions: readonly Permission[]): boolean =>
  name === 'updateUser' && !may({ permissions }, ['finance']);
const moneyWays = (permissions: readonly Permission[]): CallName[] =>
  (Object.keys(ways) as CallName[]).filter((name) => opens(permissions, name) && !isForm(name, permissions));

/** Tries each way with each amount, until the product refuses. Another way begins each day. */
async function grab(
  who: string,
  names: readonly CallName[],
  worked = new Set<string>(),
  amounts = AMOUNTS,
): Promise<void> {
  const first = on.day % names.length;
  for (const amount of amounts)
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      for (let tries = 0; tries < TRIES; tries += 1) {
        const before = await on.moved(new Set([who]));
        await outcomeOf(ways[name]!(who, amount));
        if ((await on.moved(new Set([who]))) === before) break;
        worked.add(name);
      }
}

describe('the table of acts', () => {
  it('has no act of money that an insider of these tests does not try', () => {
    const acts = Object.entries(ACTS) as [AdministratorAct, Act][];
    const money = acts.flatMap(([name, { moves }]) => (moves === 'money' ? [name] : []));
    expect([...Object.keys(ways), ...OPEN_NO_WALLET].toSorted()).toEqual(money.toSorted());
    const limited = acts.flatMap(([name, { limit }]) => (limit === 'day' ? [name] : []));
    expect(Object.keys(ways).toSorted()).toEqual(limited.toSorted());
  });
});

describe('a row of the table of acts', () => {
  /** Stop at the permission, before the wallet sends a mail to the customer. */
  const ONLY_PERMITTED: readonly string[] = ['markSuccessful', 'refundExternal', 'resolveMany'];
  const row = (name: string): Act => (ACTS as Readonly<Record<string, Act>>)[name]!;
  const toldOf = (name: string) =>
    row(name).told.filter((who) => who !== 'customer' || !ONLY_PERMITTED.includes(name));
  const mailedBy = async (act: () => Promise<unknown>, concerned?: string): Promise<string[]> => {
    await on.deliver();
    on.mails.length = 0;
    await act();
    await on.deliver();
    const to = new Set(on.mails.map((mail) => mail.to));
    const emailOf = async (id: string) => (await on.people.users.current(id))!.email;
    const kinds = [
      ['customer', [on.accomplice, ...on.customers]],
      ['administrator', concerned === undefined ? [] : [concerned]],
      ['owners', on.honest],
    ] as const;
    const mailed = await Promise.all(
      kinds.map(async ([kind, ids]) => {
        const emails = await Promise.all(ids.map(emailOf));
        return emails.some((email) => to.has(email)) ? [kind] : [];
      }),
    );
    return mailed.flat();
  };
  const askedBy = async (act: () => Promise<unknown>): Promise<string[]> => {
    await on.asked();
    await outcomeOf(act());
    const ids = await on.asked();
    const approvals = await Promise.all(ids.map((id) => approvalOf(on.store, id)));
    return approvals.map(({ requested }) => requested.work.type);
  };

  it('names who gets a mail and the request above the limit, for each act of money', async () => {
    const who = await on.employ('finance');
    for (const [name, way] of Object.entries(ways)) {
      on.hours += 24;
      expect([name, await mailedBy(() => way(who, EACH / 10n))]).toEqual([name, toldOf(name)]);
      expect([name, await askedBy(() => way(who, MUCH))]).toEqual([name, [row(name).work]]);
    }
  });

  it('names who gets a mail, for each act about access, terms and the brand', async () => {
    const [owner, other] = [await on.employ('owner'), await on.employ('support')];
    const change = (command: AccessCommand) => () => on.changeAccess(owner, other, command);
    const wanted = { role: 'admin', permissions: [] } as const;
    const acts: [string, () => Promise<unknown>][] = [
      ['inviteAdministrator', () => on.invite(owner, 'support')],
      ['changeAccess', change({ type: 'ChangeAccess', wanted })],
      ['suspendAdministrator', change({ type: 'Suspend', reason: 'Left' })],
      ['reinstateAdministrator', change({ type: 'Reinstate', reason: 'Back' })],
      ['setFundingTerms', () => agreed(() => doors.bankAccount(owner))],
      ['setBrand', () => agreed(() => doors.contacts(owner))],
    ];
    for (const [name, act] of acts)
      expect([name, await mailedBy(act, other)]).toEqual([name, row(name).told]);
  });

  it('names the request of each act that opens a door', async () => {
    const who = await on.employ('owner');
    const [ada] = on.customers;
    await doors.takeOver(await on.employ('support'), ada!);
    const dear = { type: 'PriceDataPlan', code: 1301, prices: { cost: '100' } } as const;
    const acts: [string, () => Promise<unknown>][] = [
      ['setFundingTerms', () => doors.charge(who)],
      ['setBrand', () => doors.contacts(who)],
      ['allowPayouts', () => doors.allowPayouts(who, ada!)],
      ['setDataPrice', () => doors.price(who, dear)],
    ];
    for (const [name, act] of acts) expect([name, await askedBy(act)]).toEqual([name, [row(name).work]]);
  });

  const agreed = async (act: () => Promise<unknown>): Promise<void> => {
    await on.asked();
    await act();
    for (const id of await on.asked()) await on.decide(on.honest[0]!, id);
  };
});

describe('an insider alone', () => {
  it.each([
    ['finance', ['finance']],
    ['owner', ['owner']],
  ] as [string, Permission[]][])(
    'with %s moves the limit of each day and no more within a month, and every owner has a mail',
    async (_what, permissions) => {
      const who = await on.employ(...permissions);
      const worked = new Set<string>();
      await ways[moneyWays(permissions)[0]!]!(who, EACH / 10n);
      await on.deliver();
      expect([await on.moved(new Set([who])), await on.haveOwnersMail()]).toEqual([EACH / 10n, true]);
      for (; on.day < DAYS; on.hours += 24) {
        await grab(who, moneyWays(permissions), worked);
        for (const id of await on.asked()) expect(await outcomeOf(on.decide(who, id))).toBe('APPROVAL_OWN');
        await on.deliver();
        expect(await on.moved(new Set([who]))).toBe(BigInt(on.day + 1) * EACH);
        expect(await on.haveOwnersMail()).toBe(true);
      }
      expect([...worked].toSorted()).toEqual(moneyWays(permissions).toSorted());
    },
  );

  it('with support moves nothing: no act of money is open, and the form of a customer refuses a balance', async () => {
    const who = await on.employ('support');
    expect(moneyWays(['support'])).toEqual([]);
    const open = (Object.keys(ways) as CallName[]).filter((name) => opens(['support'], name));
    expect(open).toEqual(['updateUser']);
    for (const name of open)
      for (const amount of [1n, ...AMOUNTS])
        expect(await outcomeOf(ways[name]!(who, amount))).toBe('PERMISSION_MISSING');
    expect([await on.moved(new Set([who])), await on.asked()]).toEqual([0n, []]);
  });

  it('with support gets no money of a customer whose email they changed for 48 hours, and all owners know it', async () => {
    const who = await on.employ('support');
    const [ada] = on.customers;
    await doors.takeOver(who, ada!);
    await on.deliver();
    expect(await on.haveOwnersMail()).toBe(true);
    expect(on.mails.map(({ subject }) => subject)).toContain('The email address of your account was changed');
    expect(await doors.allowPayouts(who, ada!)).toBe('waiting');
    const [asked] = await on.asked();
    expect(await outcomeOf(on.decide(who, asked!))).toBe('APPROVAL_OWN_CHANGE');
    for (; on.hours < 48; on.hours += 1)
      expect(await doors.transferFrom(ada!, EACH)).toBe('PAYOUTS_WAIT_EMAIL');
    expect(await on.moved(new Set([who]))).toBe(0n);
  });

  it.each([{ tier: 'affiliate' }, { email: 'eve@thief.test' }] as const)(
    'with support saves %j of a customer only after the first day, and every owner has a mail then',
    async (edit) => {
      const who = await on.invite(on.honest[0]!, 'support');
      await on.deliver();
      on.mails.length = 0;
      expect(await doors.saveForm(who, on.accomplice, edit)).toBe('PERMISSION_TOO_NEW');
      on.hours = 24;
      expect(await doors.saveForm(who, on.accomplice, edit)).toEqual({ outcome: 'changed' });
      await on.deliver();
      expect(await on.haveOwnersMail()).toBe(true);
    },
  );

  it('cannot agree for a customer whose email they or their puppet changed, also after a reset of the PIN', async () => {
    const who = await on.employ('owner');
    const puppet = await on.invite(who, 'support');
    const asker = await on.employ('support');
    const [ada, ben] = on.customers as [string, string];
    await doors.takeOver(who, ada);
    await doors.resetPin(ada);
    await doors.takeOver(puppet, ben);
    await doors.takeOver(who, on.accomplice);
    await on.asked();
    await doors.allowPayouts(asker, ada);
    await doors.allowPayouts(asker, ben);
    await ways.adjustBalance!(on.honest[0]!, MUCH);
    const decided = [];
    for (const id of await on.asked()) decided.push(await outcomeOf(on.decide(who, id)));
    expect(decided).toEqual(['APPROVAL_OWN_CHANGE', 'APPROVAL_SAME_HAND', 'APPROVAL_OWN_CHANGE']);
  });

  it.each([
    ['finance', 'finance'],
    ['owner', 'owner'],
  ] as const)(
    'with %s changes no bank account, raises no charge, and sets no price below cost',
    async (_what, permission) => {
      const who = await on.employ(permission);
      for (; on.day < DAYS; on.hours += 24) {
        expect(await doors.bankAccount(who)).toBe('waiting');
        expect(await doors.charge(who)).toBe('waiting');
        const lower = { type: 'PriceDataPlan', code: 1301, prices: { cost: '100' } } as const;
        const codes = { vtpass: 'mtn-100gb' };
        const dear = {
          type: 'PricePlans',
          wanted: [{ service: 'data', code: 1301, details: { codes } }],
          seen: 0,
          belowCost: false,
        } as const;
        for (const change of [lower, dear]) expect(await doors.price(who, change)).toBe('waiting');
        const cheap = { type: 'PriceDataPlan', code: 1301, prices: { price: '100', cost: '100' } } as const;
        expect(await doors.price(who, cheap)).toBe('waiting');
        expect(on.catalogue.price).toBe(500);
        await on.deliver();
      }
      for (const id of await on.asked()) expect(await outcomeOf(on.decide(who, id))).toBe('APPROVAL_OWN');
      expect(await on.haveOwnersMail()).toBe(true);
    },
  );

  it.each([
    ['beside the other owners', false],
    ['after suspending the other owners', true],
  ])(
    'with owner and five invited accounts moves the cap of all a day and no more within a month, %s',
    async (_what, suspends) => {
      const who = await on.employ('owner');
      const insiders = new Set([who]);
      for (let puppets = 0; puppets < PUPPETS; puppets += 1) insiders.add(await on.invite(who, 'owner'));
      const refusals = new Set<unknown>();
      for (; on.day < DAYS; on.hours += 24) {
        for (const one of insiders) {
          await grab(one, SOME_WAYS, new Set(), [EACH]);
          if (one === who) expect(['waiting', 'APPROVAL_DECIDED']).toContain(await doors.contacts(one));
          await outcomeOf(ways.adjustBalance!(one, MUCH));
        }
        for (const id of on.day % 9 === 2 ? await on.asked() : [])
          for (const one of insiders) refusals.add(await outcomeOf(on.decide(one, id)));
        await on.deliver();
        expect(await on.moved(insiders)).toBe(EACH + BigInt(on.day) * ALL);
        expect(await on.haveOwnersMail()).toBe(true);
        if (suspends && on.day === 0)
          for (const other of on.honest)
            await on.changeAccess(who, other, { type: 'Suspend', reason: 'Left' });
      }
      expect([...refusals].toSorted()).toEqual(['APPROVAL_OWN', 'APPROVAL_SAME_HAND', 'APPROVAL_TOO_NEW']);
    },
  );
});

describe('an owner whom the only owner invited', () => {
  beforeEach(async () => {
    await on.people.remove();
    await open(1);
  });

  it.each([
    ['alone', [], false],
    ['after trying to take the access of the only owner', [], true],
    ['with an invited account', ['finance'], false],
    ['with an invited owner', ['owner'], false],
    ['with an invited owner, after trying to take the access of the only owner', ['owner'], true],
  ] as [string, Permission[], boolean][])(
    'moves nothing on the first day and the limit on each day of a month, %s',
    async (_how, puppet, suspends) => {
      const [founder] = on.honest;
      const eve = await on.invite(founder!, 'owner');
      const insiders = new Set([eve]);
      if (puppet.length > 0) insiders.add(await on.invite(eve, ...puppet));
      for (; on.day < DAYS; on.hours += 24) {
        for (const one of suspends ? insiders : [])
          for (const command of TAKING)
            expect(await outcomeOf(on.changeAccess(one, founder!, command))).toBe('ACCESS_OF_GIVER');
        for (const one of insiders) {
          await grab(one, ['adjustBalance'], new Set(), [EACH]);
          await outcomeOf(ways.fundHouseWallet!(one, MUCH));
        }
        for (const id of await on.asked()) for (const one of insiders) await outcomeOf(on.decide(one, id));
        await on.deliver();
        expect(await on.moved(insiders)).toBe(BigInt(on.day * insiders.size) * EACH);
        expect(await on.haveOwnersMail()).toBe(true);
      }
    },
  );

  it('cannot reset the second factor of the only owner, while an owner of the command line can at once', async () => {
    const [founder] = on.honest as [string];
    const enrolled = { userId: founder, enrolmentId: 'e', step: 1, sealed: 'sealed' };
    await on.administrators.change(founder, () => [fact('SecondFactorEnrolled', enrolled, on.by(founder))]);
    const reset = { type: 'ResetSecondFactor', reason: 'Lost phone' } as const;
    const ife = await on.invite(founder, 'owner');
    on.hours = 29 * 24;
    expect(await outcomeOf(on.changeAccess(ife, founder, reset))).toBe('ACCESS_OF_GIVER');
    expect(await on.changeAccess(await on.hire('owner'), founder, reset)).toEqual({ changed: true });
  });

  it('lets the only owner get what they ask for after the delay, and each of the two agree to the other', async () => {
    const [founder] = on.honest;
    const ife = await on.invite(founder!, 'owner');
    await on.deliver();
    on.mails.length = 0;
    await ways.fundHouseWallet!(founder!, MUCH);
    await on.deliver();
    const later = on.mails.filter(({ subject }) => /happens later/.test(subject));
    expect(new Set(later.map(({ to }) => to)).size).toBe(2);
    on.hours = 24;
    await on.deliver();
    expect(await on.moved(new Set([founder!]))).toBe(MUCH);
    on.hours = 25;
    await on.asked();
    await ways.fundHouseWallet!(founder!, MUCH);
    await ways.fundHouseWallet!(ife, MUCH);
    const [ofFounder, ofIfe] = await on.asked();
    await on.decide(ife, ofFounder!);
    await on.decide(founder!, ofIfe!);
    expect(await on.moved(new Set([founder!, ife]))).toBe(3n * MUCH);
  });
});
