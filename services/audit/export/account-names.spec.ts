import { describe, expect, it } from '@jest/globals';
import { ADJUSTMENT_KINDS } from '../../contracts/admin/money-desk.contract.js';
import { ACCOUNT_GROUPS, groupOf, kindOf } from '../../contracts/fields/account-groups.js';
import { accounts } from '../../ledger/postings.js';
import { accountOfBeancount, accountOfHledger, beancountAccount, hledgerAccount } from './account-names.js';

const USER = '5f3c2a10-0000-4000-8000-00000000000a';
const OF_THE_PRODUCT: readonly (readonly [account: string, beancount: string])[] = [
  [accounts.userAvailable(USER), `Liabilities:User-available:${USER}`],
  [accounts.userHeld(`a${USER.slice(1)}`), `Liabilities:User-held:A${USER.slice(1)}`],
  [accounts.vendorFloat(1), 'Assets:Vendor-float:1'],
  [accounts.pspReceivable('monnify'), 'Assets:Psp-receivable:Monnify'],
  [accounts.pspPayout(5), 'Assets:Psp-payout:5'],
  [accounts.bank('GT Bank'), 'Assets:Bank:Gt-bank'],
  [accounts.margin('exam-pin'), 'Income:Margin:Exam-pin'],
  [accounts.fee('funding'), 'Income:Fee:Funding'],
  [accounts.pspFee, 'Expenses:Psp-fee'],
  [accounts.vendorLoss, 'Expenses:Vendor-loss'],
  [accounts.chargebackLoss, 'Expenses:Chargeback-loss'],
  [accounts.suspense, 'Liabilities:Suspense-unmatched'],
  [accounts.opening, 'Equity:Opening'],
  [accounts.houseCapital, 'Equity:House-capital'],
  [accounts.adjustment('correction'), 'Equity:Adjustment:Correction'],
  [accounts.adjustment('recovery'), 'Equity:Adjustment:Recovery'],
  [accounts.adjustment('goodwill'), 'Expenses:Adjustment:Goodwill'],
];

/** Seeded random texts made of characters that are easily confused. */
function* texts(count: number): Generator<string> {
  const characters = ':::__--XXxxuu%%0459aAbBfFé\u{1F600}\ud800\n ;"(*[=';
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let n = 0; n < count; n += 1)
    yield Array.from({ length: next(7) }, () => characters.charAt(next(characters.length))).join('');
}

describe.each([
  ['hledger', hledgerAccount, accountOfHledger, /^(?:[A-Za-z0-9_.%-]+(?::[A-Za-z0-9_.%-]+)*)$/],
  [
    'beancount',
    beancountAccount,
    accountOfBeancount,
    /^(?:Assets|Liabilities|Income|Expenses|Equity)(?::[A-Z0-9][A-Za-z0-9-]*)+$/,
  ],
] as const)('names of %s', (_tool, nameOf, accountOf, grammar) => {
  it('match the grammar, decode to the account and are unique', () => {
    const seen = new Map<string, string>();
    const wrong: unknown[] = [];
    for (const account of [...texts(60_000), ...OF_THE_PRODUCT.map(([each]) => each)]) {
      const name = nameOf(account);
      const other = seen.get(name) ?? account;
      if (!grammar.test(name) || accountOf(name) !== account || other !== account)
        wrong.push({ account, name, other });
      seen.set(name, account);
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(30_000);
  });
});

describe('groups of accounts', () => {
  const made = [
    ...Object.values(accounts).map((account) => (typeof account === 'string' ? account : account('x'))),
    ...ADJUSTMENT_KINDS.map((kind) => accounts.adjustment(kind)),
  ];
  const named = ACCOUNT_GROUPS.flatMap((group) => group.accounts);

  it('hold every account of the product, each in one place', () => {
    expect(made.filter((account) => !groupOf(account))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('name only accounts that posting rules use', () => {
    const known = new Set([...made, ...made.map(kindOf)]);
    expect(named.filter((account) => !known.has(account))).toEqual([]);
  });
});

describe('accounts of the product', () => {
  it.each(OF_THE_PRODUCT)('%s keeps its name in hledger and is %s in beancount', (account, beancount) => {
    expect(hledgerAccount(account)).toBe(account);
    expect(beancountAccount(account)).toBe(beancount);
  });
});
