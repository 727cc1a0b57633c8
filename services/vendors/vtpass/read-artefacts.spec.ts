import { describe, expect, it } from '@jest/globals';
import { readArtefacts, unreadArtefacts } from './read-artefacts.js';
import { readCustomer } from './verify-customer.js';

const FIRST = '11111111111111111111';
const SECOND = '22222222222222222222';
const CREDIT = '26362054405982757802';
const inFours = (token: string): string => token.replace(/(\d{4})(?=\d)/g, '$1 ');

describe('readArtefacts', () => {
  it.each([
    ['a bare token', { token: '26362054405982757802' }, { tokens: ['26362054405982757802'] }],
    [
      'a token in words',
      { purchased_code: 'Token : 2636 2054 4059 8275 7802', units: '79.9 kWh' },
      {
        tokens: ['26362054405982757802'],
        units: '79.9 kWh',
        purchasedCode: 'Token : 2636 2054 4059 8275 7802',
      },
    ],
    [
      'a token in groups that stand far apart',
      {
        purchased_code: 'Token: 0495  3120  0029  9958  2637  ',
        token: '0495  3120  0029  9958  2637  ',
      },
      { tokens: ['04953120002999582637'], purchasedCode: 'Token: 0495  3120  0029  9958  2637  ' },
    ],
    [
      'a token without the number that follows it',
      { token: '26362054405982757802 79.9 kWh' },
      { tokens: ['26362054405982757802'] },
    ],
    [
      'a token without the number before it',
      { token: '1: 2636 2054 4059 8275 7802' },
      { tokens: ['26362054405982757802'] },
    ],
    [
      'a number of units',
      { mainToken: '2636-2054-4059-8275-7802', units: 8.2 },
      { tokens: ['26362054405982757802'], units: '8.2' },
    ],
    [
      'key changes before the credit',
      { token: '33333333333333333333', KCT1: '11111111111111111111', KCT2: '22222222222222222222' },
      { tokens: ['11111111111111111111', '22222222222222222222', '33333333333333333333'] },
    ],
    [
      'key changes under their other names',
      {
        token: '33333333333333333333',
        kct1: null,
        resetToken: '1111 1111 1111 1111 1111',
        KCT2: 'N/A',
        configureToken: '22222222222222222222',
      },
      { tokens: ['11111111111111111111', '22222222222222222222', '33333333333333333333'] },
    ],
    [
      'key changes that are configured',
      {
        token: '33333333333333333333',
        resetToken: ' ',
        configure_token1: '11111111111111111111',
        configureToken: '',
        configure_token2: '22222222222222222222',
      },
      { tokens: ['11111111111111111111', '22222222222222222222', '33333333333333333333'] },
    ],
    [
      'no key changes where none are needed',
      { token: '33333333333333333333', configure_token1: null, configure_token2: null },
      { tokens: ['33333333333333333333'] },
    ],
    [
      'the main token beside an empty one',
      { token: '', mainToken: '26362054405982757802', purchased_code: '' },
      { tokens: ['26362054405982757802'] },
    ],
    [
      'a token given as a bonus',
      { mainToken: '26362054405982757802', bonusToken: '1111 2222 3333 4444 5555' },
      { tokens: ['26362054405982757802'], bonusToken: '11112222333344445555' },
    ],
    ['cards', { cards: [{ Serial: 'WRN1', Pin: '0987' }] }, { pins: [{ serial: 'WRN1', pin: '0987' }] }],
    [
      'no token that was rounded, and keeps what it could not read',
      { token: 26362054405982757802, units: 8 },
      { units: '8', unread: `token: ${String(26362054405982757802)}` },
    ],
    ['a short token that was not', { token: 2636205440 }, { tokens: ['2636205440'] }],
    [
      'a pin that is listed twice once',
      {
        cards: [
          { Serial: 'W1', Pin: 7654 },
          { Serial: 'W1', Pin: '7654' },
          { Serial: 'W2', Pin: '7654' },
        ],
      },
      {
        pins: [
          { serial: 'W1', pin: '7654' },
          { serial: 'W2', pin: '7654' },
        ],
      },
    ],
    ['pins alone', { tokens: ['0987', '1234'] }, { pins: [{ pin: '0987' }, { pin: '1234' }] }],
    ['nothing', { purchased_code: '', token: null, cards: [] }, {}],
    [
      'shapes it never has as unread',
      { token: { a: 1 }, cards: [null, 7, {}], units: [] },
      { unread: 'token: {"a":1}\ncards: [null,7,{}]' },
    ],
    [
      'three tokens of one text, each with its label in the order given',
      {
        purchased_code: `KCT1: ${FIRST}, KCT2: ${SECOND}, Token: ${CREDIT}`,
      },
      {
        tokens: [FIRST, SECOND, CREDIT],
        labels: ['KCT1', 'KCT2', 'Token'],
        purchasedCode: `KCT1: ${FIRST}, KCT2: ${SECOND}, Token: ${CREDIT}`,
      },
    ],
    [
      'three tokens of one text without colons, before the credit alone',
      { token: CREDIT, purchased_code: `KCT1 ${FIRST} KCT2 ${SECOND} Token ${inFours(CREDIT)} 79.9 kWh` },
      {
        tokens: [FIRST, SECOND, CREDIT],
        labels: ['KCT1', 'KCT2', 'Token'],
        purchasedCode: `KCT1 ${FIRST} KCT2 ${SECOND} Token ${inFours(CREDIT)} 79.9 kWh`,
      },
    ],
    [
      'three tokens without labels as numbered tokens',
      { token: `${FIRST} ${SECOND} ${CREDIT}` },
      { tokens: [FIRST, SECOND, CREDIT], labels: ['Token 1', 'Token 2', 'Token 3'] },
    ],
    [
      'the second key change alone as the second',
      { token: CREDIT, KCT2: SECOND },
      { tokens: [SECOND, CREDIT], labels: ['Key change 2', 'Token'] },
    ],
    [
      'the same token in every place once',
      { token: `Token: ${CREDIT}, Token: ${inFours(CREDIT)}`, Token: CREDIT, mainToken: inFours(CREDIT) },
      { tokens: [CREDIT] },
    ],
    [
      'two tokens that are written together',
      { token: `${FIRST}${CREDIT}` },
      { tokens: [FIRST, CREDIT], labels: ['Token 1', 'Token 2'] },
    ],
    [
      'three tokens that are written together, after their label',
      { token: `Token: ${FIRST}${SECOND}${CREDIT}` },
      { tokens: [FIRST, SECOND, CREDIT], labels: ['Token 1', 'Token 2', 'Token 3'] },
    ],
    [
      'tokens that are written together with their labels',
      { token: `KCT1${FIRST}KCT2${SECOND}Token${CREDIT}` },
      { tokens: [FIRST, SECOND, CREDIT], labels: ['KCT1', 'KCT2', 'Token'] },
    ],
    [
      'no token in more digits than a token has, and cuts nothing',
      { token: `${FIRST}${SECOND}123456` },
      { unread: `token: ${FIRST}${SECOND}123456` },
    ],
    [
      'a short token without the units after it',
      { token: '2636205440 79.9 kWh' },
      { tokens: ['2636205440'] },
    ],
    ['a short token without whole units after it', { token: '2636205440 80kWh' }, { tokens: ['2636205440'] }],
    [
      'a short token after the number of its meter',
      { token: 'Meter No: 45012345678, Token: 2636205440' },
      { tokens: ['2636205440'] },
    ],
    [
      'no token in the number of the meter and a reference',
      { token: 'Meter 45012345678, Ref: 202603011000, Token: pending' },
      { unread: 'token: Meter 45012345678, Ref: 202603011000, Token: pending' },
    ],
    ...[
      ['Serial: 99887766554 Token: 2636205440', '2636205440'],
      ['Date: 2026-03-01 10:15, Token: 2636205440', '2636205440'],
      ['Token for meter: 26362054407', '26362054407'],
      ['Token for meter 45012345678: 26362054407', '26362054407'],
      ['Token for meter: 45012345678 is 26362054407', '26362054407'],
      ['Meter code: 45012345678, MainToken 2636205440', '2636205440'],
      ['Purchased code\n2636205440, Vend 99887766554', '2636205440'],
      ['2636205440 (2636-2054-40)', '2636205440'],
      ['2636 2054 4079 79.9 kWh', '263620544079'],
    ].map(([token, value]): [string, { token: unknown }, object] => [
      `the token alone in ${token}`,
      { token },
      { tokens: [value] },
    ]),
    ...[
      '2636 2054 4079 1234 kWh',
      '2636205440, 99887766554',
      '99887766554 2636205440',
      'Token 2636205440, PIN 99887766554',
      'Token for meter: 45012345678, pending',
      'Serial: 99887766554',
      'Date: 2026-03-01 10:15',
      '2026-03-01 10:15 2636 2054 40',
    ].map((token): [string, { token: unknown }, object] => [
      `no token in ${token}`,
      { token },
      { unread: `token: ${token}` },
    ]),
    [
      'serial numbers that are called S/N',
      { pins: ['PIN: 0987, S/N: WRC1', 'PIN: 1234 SN WRC2'] },
      {
        pins: [
          { pin: '0987', serial: 'WRC1' },
          { pin: '1234', serial: 'WRC2' },
        ],
      },
    ],
    ['Token', { Token: CREDIT }, { tokens: [CREDIT] }],
    ['tokens of twenty digits beside token', { token: CREDIT, tokens: [CREDIT] }, { tokens: [CREDIT] }],
    [
      'no-break spaces and dashes',
      { token: '2636\u00a02054\u202f4059\u20118275\u20137802' },
      { tokens: [CREDIT] },
    ],
    [
      'a label without marks of direction and with at most forty characters',
      { token: `\u202eKCT1\u2066: ${FIRST}; ${'W'.repeat(70)}: ${CREDIT}` },
      { tokens: [FIRST, CREDIT], labels: ['KCT1', 'W'.repeat(40)] },
    ],
    ['no token when the credit is missing', { kct1: FIRST }, { unread: `kct1: ${FIRST}` }],
    ['mainTokenUnits', { token: CREDIT, mainTokenUnits: '7.1' }, { tokens: [CREDIT], units: '7.1' }],
    [
      'PurchasedUnits beside empty units',
      { token: CREDIT, units: '', PurchasedUnits: 9.5 },
      { tokens: [CREDIT], units: '9.5' },
    ],
    ['Pin', { Pin: '0987', Serial: 'W1' }, { pins: [{ pin: '0987', serial: 'W1' }] }],
    [
      'PIN and a serial number of another name',
      { cards: [{ PIN: '0987', serial_no: 'W1' }] },
      { pins: [{ pin: '0987', serial: 'W1' }] },
    ],
    [
      'a card whose first name is empty',
      { cards: [{ pin: null, Pin: '0987', Serial: 'W1' }] },
      { pins: [{ pin: '0987', serial: 'W1' }] },
    ],
    [
      'tokens beside an empty list of cards',
      { cards: [], tokens: ['0987', '1234'] },
      { pins: [{ pin: '0987' }, { pin: '1234' }] },
    ],
  ])('reads %s', (_, answer, expected) => expect(readArtefacts(answer)).toEqual(expected));

  const where = (fields: object) => ({
    code: '000',
    content: { transactions: { status: 'delivered' }, ...fields },
  });
  it.each([
    ['a token in the content', where({ token: CREDIT }), 'tokens' as const, { tokens: [CREDIT] }],
    [
      'a token in the transaction',
      where({ transactions: { status: 'delivered', token: inFours(CREDIT), phone: '08031234567' } }),
      'tokens' as const,
      { tokens: [CREDIT] },
    ],
    [
      'tokens in the extras of the transaction',
      where({ transactions: { extras: { token: CREDIT, kct1: FIRST, kct2: SECOND } } }),
      'tokens' as const,
      { tokens: [FIRST, SECOND, CREDIT] },
    ],
    [
      'cards in the content',
      where({ cards: [{ Serial: 'W1', Pin: '0987' }] }),
      'pins' as const,
      { pins: [{ serial: 'W1', pin: '0987' }] },
    ],
    [
      'a token in two places once',
      { token: CREDIT, ...where({ token: inFours(CREDIT) }) },
      'tokens' as const,
      { tokens: [CREDIT] },
    ],
    [
      'a second token under an unknown name as unread',
      { token: CREDIT, stdToken: inFours(FIRST), requestId: SECOND },
      'tokens' as const,
      { tokens: [CREDIT], unread: `stdToken: ${inFours(FIRST)}` },
    ],
    [
      'a token under an unknown name alone as unread',
      where({ fbeToken: FIRST, name: 'ADA' }),
      'tokens' as const,
      { unread: `fbeToken: ${FIRST}` },
    ],
    ['a reference of twenty digits beside airtime', { externalReference: FIRST }, undefined, {}],
  ])('reads %s', (_, answer, kind, expected) => expect(readArtefacts(answer, kind)).toEqual(expected));

  it('shows a reviewer what stands inside of the content, without the person', () => {
    const transactions = { name: 'ADA', phone: '08031234567', token: 'soon', fbeToken: FIRST };
    expect(unreadArtefacts({ remark: 'late', content: { transactions } })).toBe(
      `token: soon\nfbeToken: ${FIRST}\nremark: late`,
    );
  });

  it('reads pins of purchased_code alone when pins were ordered', () => {
    const purchased_code = 'Serial No:WRN1, pin: 0987 6543 | Serial No:WRN2, pin: 1234';
    expect(readArtefacts({ purchased_code, cards: [] }, 'pins')).toEqual({
      pins: [
        { pin: '0987 6543', serial: 'WRN1' },
        { pin: '1234', serial: 'WRN2' },
      ],
      purchasedCode: purchased_code,
    });
    expect(readArtefacts({ purchased_code: 'Token : 11111' }, 'pins')).toMatchObject({
      pins: [{ pin: '11111' }],
    });
  });

  it.each<[string, unknown, string]>([
    ['a list in place of the content', [{ token: CREDIT }], `token: ${CREDIT}`],
    ['a list inside of the content', { items: [{ credit: CREDIT }] }, `credit: ${CREDIT}`],
    ['an object inside of the content', { data: { vend: { Pin: '4821' } } }, 'Pin: 4821'],
    ['text in place of the content', `Token: ${CREDIT}`, `content: Token: ${CREDIT}`],
    ['cards, once', { cards: [{ Pin: '4821' }] }, 'cards: [{"Pin":"4821"}]'],
  ])('shows a person what stands in %s', (_, content, told) =>
    expect(unreadArtefacts({ code: '000', content })).toBe(told),
  );

  it('shows no name or phone that stands inside of the content', () =>
    expect(unreadArtefacts({ content: { items: [{ name: 'ADA', phone: '08031234567' }] } })).toBeUndefined());

  it('reads a list of tokens as tokens when electricity was ordered', () =>
    expect(readArtefacts({ tokens: ['2636205440598275'] }, 'tokens')).toEqual({
      tokens: ['2636205440598275'],
    }));

  it('keeps at most 2,000 characters of what it cannot read, whole characters only', () => {
    const { unread } = readArtefacts({
      token: `x${'\u{1f50c}'.repeat(100_000)}`,
      cards: ['y'.repeat(90_000)],
    });
    expect(unread!.length).toBeLessThanOrEqual(2_000);
    expect(unread).not.toMatch(/\p{Cs}/u);
    expect(unread).toContain('cards: ');
  });

  it('keeps a place for a value that is nested too deeply to be written out', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(readArtefacts({ token: deep })).toEqual({ unread: 'token: (too deep)' });
  });

  it('reads a hostile answer in time that grows with its length', () => {
    const tokens = Array.from({ length: 20_000 }, () => '1 '.repeat(20));
    const answer = { token: '1 - '.repeat(60_000), purchased_code: 'pin '.repeat(60_000), tokens };
    expect(readArtefacts(answer, 'tokens').tokens?.length ?? 0).toBeLessThanOrEqual(20);
    expect(readArtefacts(answer, 'pins').pins?.length ?? 0).toBeLessThanOrEqual(100);
  });
});

describe('readCustomer', () => {
  it.each<[string, number, unknown, string]>([
    ['a name', 200, { code: '000', content: { Customer_Name: 'ADA' } }, 'found'],
    ['a name beside a warning', 200, { code: '020', content: { Customer_Name: 'ADA' } }, 'found'],
    [
      'a wrong number',
      200,
      { code: '000', content: { WrongBillersCode: true, Customer_Name: '' } },
      'invalid',
    ],
    ['an error inside', 200, { code: '000', content: { error: 'This meter is not correct' } }, 'invalid'],
    ['no name', 200, { code: '000', content: {} }, 'invalid'],
    ['a biller that is down', 200, { code: '030', content: { errors: 'UNREACHABLE' } }, 'unavailable'],
    ['bad keys', 200, { code: '087', content: { errors: 'INVALID' } }, 'unavailable'],
    ['a page of HTML', 502, undefined, 'unavailable'],
    ['a list', 200, [], 'unavailable'],
  ])('answers from %s', (_, status, answer, lookup) =>
    expect(readCustomer(status, answer)).toMatchObject({ lookup }),
  );
});
