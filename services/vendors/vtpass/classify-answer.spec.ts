import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QueryOutcome, VendorOutcome } from '../vendor-adapter.js';
import { classifyPay, classifyQuery } from './classify-answer.js';
import { parseJson } from './read-answer.js';

const asked = { reference: '202503101014abc', amount: 2_000n };
type Json = Record<string, unknown>;

/** Example answer of the documentation, with some members of the transaction replaced. */
const said = (code: unknown, transaction: Json = {}, top: Json = {}): Json => ({
  code,
  content: {
    transactions: {
      status: 'delivered',
      amount: 20,
      total_amount: 19.3,
      transactionId: '1741598414',
      ...transaction,
    },
  },
  response_description: 'TRANSACTION SUCCESSFUL',
  requestId: asked.reference,
  amount: 20,
  transaction_date: '2025-03-10T09:14:16.000000Z',
  purchased_code: '',
  ...top,
});
const bare = (code: unknown): Json => ({ code, response_description: 'words', content: {} });

const delivered = { outcome: 'delivered', vendorTransactionId: '1741598414', cost: 1_930n };
const pending = (code: string) => ({ outcome: 'pending', code });
const unknown = (reason: string) => ({ outcome: 'unknown', reason });
const failed = (code: string, blame: string) => ({ outcome: 'failed', charged: false, code, blame });
const about = { vendorTransactionId: '1741598414' };

interface Row {
  readonly code: string;
  readonly pay: object;
  readonly query: object;
}

const inputCodes = ['013', '017', '020', '025', '026', '031', '032'];
const accountCodes = {
  access: ['021', '022', '023', '024', '027', '087'],
  balance: ['018'],
  plan: ['010', '012', '028'],
  order: ['011'],
  reference: ['085'],
};
const billerCodes = ['030', '034', '035'];
const ourFault = (code: string, fault: string) => ({ ...failed(code, 'ourAccount'), fault });
const refused = (codes: readonly string[], blame: string): Row[] =>
  codes.map((code) => ({ code, pay: failed(code, blame), query: unknown(`code ${code}`) }));
const same = (code: string, outcome: object): Row => ({ code, pay: outcome, query: outcome });

const CODES: readonly Row[] = [
  same('000', unknown('code 000')),
  same('099', pending('099')),
  same('089', pending('089')),
  same('001', unknown('code 001')),
  same('044', { outcome: 'review', code: '044' }),
  same('016', failed('016', 'biller')),
  same('091', failed('091', 'biller')),
  same('040', { outcome: 'reversed', code: '040' }),
  ...refused(inputCodes, 'input'),
  ...Object.entries(accountCodes).flatMap(([fault, codes]) =>
    codes.map((code) => ({ code, pay: ourFault(code, fault), query: unknown(`code ${code}`) })),
  ),
  ...refused(billerCodes, 'biller'),
  same('014', unknown('code 014')),
  { code: '015', pay: unknown('code 015'), query: { outcome: 'notFound', code: '015' } },
  same('019', unknown('code 019')),
  same('083', unknown('code 083')),
  same('777', unknown('code 777')),
];

describe('a code without a transaction', () => {
  it.each(CODES)('$code', ({ code, pay, query }) => {
    expect(classifyPay(200, bare(code), asked)).toEqual(pay);
    expect(classifyQuery(200, bare(code), asked)).toEqual(query);
  });

  it.each(CODES)('$code as a number', ({ code, pay, query }) => {
    expect(classifyPay(200, bare(Number(code)), asked)).toEqual(pay);
    expect(classifyQuery(200, bare(Number(code)), asked)).toEqual(query);
  });
});

describe('code 000 means delivered only when the transaction says so', () => {
  it.each<[string, object]>([
    ['delivered', delivered],
    ['Delivered ', delivered],
    ['initiated', { ...pending('000'), ...about }],
    ['pending', { ...pending('000'), ...about }],
    ['failed', failed('000', 'biller')],
    ['reversed', { outcome: 'reversed', code: '000', ...about }],
    ['resolved', unknown('code 000 resolved')],
    ['', unknown('code 000')],
    ['08031231111 <b>', unknown('code 000')],
  ])('%s', (status, outcome) => {
    expect(classifyPay(200, said('000', { status }), asked)).toEqual(outcome);
    expect(classifyQuery(200, said('000', { status }), asked)).toEqual(outcome);
  });

  it.each<[string, unknown]>([
    ['no content', { code: '000' }],
    ['content is null', { code: '000', content: null }],
    ['content is a list', { code: '000', content: [] }],
    ['transactions is a list', { code: '000', content: { transactions: [{ status: 'delivered' }] } }],
    ['status is not text', said('000', { status: true })],
    [
      'errors beside the transaction',
      { code: '000', content: { transactions: { status: 'delivered' }, errors: ['no'] } },
    ],
  ])('%s: unknown', (_what, answer) => {
    expect(classifyPay(200, answer, asked)).toEqual(unknown(expect.any(String) as never));
    expect(classifyQuery(200, answer, asked)).toEqual(unknown(expect.any(String) as never));
  });

  it('ignores empty errors', () => {
    const content = { transactions: { status: 'delivered' }, errors: [] };
    expect(classifyPay(200, { code: '000', content }, asked)).toEqual({ outcome: 'delivered' });
  });
});

describe('types that change from answer to answer', () => {
  it.each<[string, Json, Json]>([
    ['amount as text', { amount: '20.00' }, { amount: '20.00' }],
    ['amount missing', { amount: undefined }, { amount: undefined }],
    ['amount unreadable', { amount: 'twenty' }, {}],
    [
      'date as an object',
      {},
      { transaction_date: { date: '2025-03-10 10:14:16.000000', timezone: 'Africa/Lagos' } },
    ],
    ['no request id', {}, { requestId: undefined }],
    ['transaction id as a number', { transactionId: 1741598414 }, {}],
    ['cost as text', { total_amount: '19.30' }, {}],
    ['cost with a third decimal', { total_amount: 19.2999 }, {}],
  ])('%s', (_what, transaction, top) => {
    expect(classifyPay(200, said('000', transaction, top), asked)).toEqual(delivered);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['negative', -1],
    ['text', 'free'],
    ['huge', 1e300],
    ['NaN', 'NaN'],
  ])('cost is %s: delivered without a cost', (_what, total_amount) => {
    expect(classifyPay(200, said('000', { total_amount }), asked)).toEqual({
      outcome: 'delivered',
      ...about,
    });
  });

  it('keeps the purchased code', () => {
    expect(classifyPay(200, said('000', {}, { purchased_code: 'Token : 2636' }), asked)).toEqual({
      ...delivered,
      artefacts: { purchasedCode: 'Token : 2636' },
    });
  });
});

const token20 = '26362054405982757802';

describe('a prepaid meter', () => {
  const prepaid = { ...asked, needsToken: true };

  it('is delivered when its token is present, with any spacing', () => {
    const token = '0495  3120  0029  9958  2637  ';
    const answer = said('000', {}, { purchased_code: `Token: ${token}`, token });
    const artefacts = { tokens: ['04953120002999582637'], purchasedCode: `Token: ${token}` };
    expect(classifyPay(200, answer, prepaid)).toEqual({ ...delivered, artefacts });
    expect(classifyQuery(200, answer, prepaid)).toEqual({ ...delivered, artefacts });
  });

  it('is pending with the unread text when its token cannot be read', () => {
    const answer = said('000', {}, { purchased_code: 'Voucher KX-17', creditToken: '77-AB', KCT1: token20 });
    const unread = `purchased_code: Voucher KX-17\nKCT1: ${token20}\ncreditToken: 77-AB`;
    expect(classifyPay(200, answer, prepaid)).toEqual({ ...pending('TOKEN_DELAYED'), ...about, unread });
    expect(classifyQuery(200, answer, prepaid)).toEqual({ ...pending('TOKEN_DELAYED'), ...about, unread });
  });

  it('keeps what was handed over when the amount differs', () => {
    const answer = said('000', { amount: 200 }, { token: token20 });
    expect(classifyPay(200, answer, prepaid)).toEqual({
      outcome: 'review',
      code: 'AMOUNT_MISMATCH',
      ...about,
      unread: `token: ${token20}`,
    });
  });

  it('is pending while its token is missing', () => {
    const waits = { ...pending('TOKEN_DELAYED'), ...about };
    expect(classifyPay(200, said('000'), prepaid)).toEqual(waits);
    expect(classifyQuery(200, said('000'), prepaid)).toEqual(waits);
  });
});

describe('answers that contradict the purchase', () => {
  it('sends an amount mismatch to review', () => {
    expect(classifyPay(200, said('000', { amount: 200 }), asked)).toEqual({
      outcome: 'review',
      code: 'AMOUNT_MISMATCH',
      ...about,
    });
  });

  it.each(['000', '016', '015', '040', '087'])('another request id: unknown (%s)', (code) => {
    const answer = said(code, {}, { requestId: '202503101014xyz' });
    expect(classifyPay(200, answer, asked)).toEqual(unknown('answer about another request'));
    expect(classifyQuery(200, answer, asked)).toEqual(unknown('answer about another request'));
  });

  it.each([...inputCodes, ...Object.values(accountCodes).flat(), ...billerCodes, '016', '091', '040'])(
    '%s beside a delivered transaction: unknown',
    (code) => {
      expect(classifyPay(200, said(code), asked)).toEqual(unknown(`code ${code} delivered`));
      expect(classifyQuery(200, said(code), asked)).toEqual(unknown(`code ${code} delivered`));
    },
  );

  it('not found beside a transaction: unknown', () => {
    expect(classifyQuery(200, said('015'), asked)).toEqual(unknown('code 015 delivered'));
  });

  it.each([100, 301, 500, 502, 503, 504])('HTTP %d: unknown for any body', (status) => {
    for (const answer of [said('000'), bare('016'), bare('015')]) {
      expect(classifyPay(status, answer, asked)).toEqual(unknown(`http ${status}`));
      expect(classifyQuery(status, answer, asked)).toEqual(unknown(`http ${status}`));
    }
  });

  it('HTTP 401 with a listed code is a refusal, never a delivery', () => {
    expect(classifyPay(401, bare('087'), asked)).toEqual(ourFault('087', 'access'));
    expect(classifyPay(401, said('000'), asked)).toEqual(unknown('code 000 delivered'));
  });

  it.each<[string, unknown]>([
    ['no JSON', undefined],
    ['null', null],
    ['a list', []],
    ['text', '016'],
    ['no code', {}],
    ['code 16', { code: '16' }],
    ['code 0016', { code: '0016' }],
    ['code with spaces', { code: ' 016' }],
    ['code 1600', { code: 1600 }],
    ['code 16.5', { code: 16.5 }],
    ['code -16', { code: -16 }],
    ['code true', { code: true }],
    ['code list', { code: ['016'] }],
  ])('%s: unknown', (_what, answer) => {
    expect(classifyPay(200, answer, asked)).toEqual(unknown('no code in the answer'));
    expect(classifyQuery(200, answer, asked)).toEqual(unknown('no code in the answer'));
  });
});

describe('any answer', () => {
  const words = ['delivered', 'failed', 'reversed', 'pending', 'DELIVERED', '', 'x'];
  const likely = fc.record(
    {
      code: fc.oneof(fc.constantFrom(...CODES.map(({ code }) => code)), fc.integer(), fc.anything()),
      content: fc.oneof(
        fc.record({
          transactions: fc.oneof(
            fc.record({ status: fc.constantFrom(...words), amount: fc.anything() }),
            fc.anything(),
          ),
          errors: fc.option(fc.anything()),
        }),
        fc.anything(),
      ),
      requestId: fc.oneof(fc.constant(asked.reference), fc.anything()),
    },
    { requiredKeys: [] },
  );
  const status = fc.constantFrom(200, 201, 400, 401, 429, 500, 503, 0, 999);

  it.each([[classifyPay], [classifyQuery]])(
    '%p never throws, and returns delivered or failed under the exact conditions only',
    (classify) => {
      fc.assert(
        fc.property(status, fc.oneof(likely, fc.anything(), fc.jsonValue()), (httpStatus, answer) => {
          const { outcome }: VendorOutcome | QueryOutcome = classify(httpStatus, answer, asked);
          if (
            outcome !== 'delivered' &&
            outcome !== 'failed' &&
            outcome !== 'reversed' &&
            outcome !== 'notFound'
          )
            return;
          const { code, content } = answer as {
            code: string | number;
            content?: { transactions?: { status?: unknown } };
          };
          const digits = String(code).padStart(3, '0');
          const word = content?.transactions?.status;
          expect(httpStatus).toBeLessThan(500);
          if (outcome === 'delivered')
            expect([digits, String(word).toLowerCase(), httpStatus < 300]).toEqual([
              '000',
              'delivered',
              true,
            ]);
          if (outcome === 'failed' && digits === '000') expect(word).toBe('failed');
          if (outcome === 'failed') expect(String(word).toLowerCase()).not.toBe('delivered');
          const may =
            classify === classifyPay
              ? [...inputCodes, ...Object.values(accountCodes).flat(), ...billerCodes]
              : [];
          if (outcome === 'failed') expect(['000', '016', '091', ...may]).toContain(digits);
          if (outcome === 'reversed') expect(digits === '040' || word === 'reversed').toBe(true);
          if (outcome === 'notFound') expect([classify, digits]).toEqual([classifyQuery, '015']);
        }),
        { numRuns: 3_000, seed: 20_250_310 },
      );
    },
  );
});

describe('exam pins', () => {
  const two = { ...asked, pins: 2, listed: 4_000n };

  it('keeps the pins that came while others are missing', () => {
    const cards = [{ Serial: 'W1', Pin: '0987' }, { Serial: 'W2' }];
    expect(classifyPay(200, said('000', {}, { cards }), two)).toEqual({
      ...pending('PINS_MISSING'),
      ...about,
      unread: `cards: ${JSON.stringify(cards)}`,
    });
  });

  it('is delivered with pins that stand in purchased_code alone', () => {
    const purchased_code = 'Serial No:W1, pin: 0987 | Serial No:W2, pin: 1234';
    expect(classifyPay(200, said('000', {}, { purchased_code, cards: [] }), two)).toMatchObject({
      outcome: 'delivered',
      artefacts: {
        pins: [
          { pin: '0987', serial: 'W1' },
          { pin: '1234', serial: 'W2' },
        ],
      },
    });
  });
});

describe('parseJson', () => {
  it('keeps every digit of a long number, and leaves numbers inside texts alone', () =>
    expect(
      parseJson('{"token":26362054405982757802,"a":"x, 12345678901234567890, \\"y","n":[1.5,-2]}'),
    ).toEqual({
      token: '26362054405982757802',
      a: 'x, 12345678901234567890, "y',
      n: [1.5, -2],
    }));
});
