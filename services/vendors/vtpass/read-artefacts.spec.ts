import { describe, expect, it } from '@jest/globals';
import { readArtefacts } from './read-artefacts.js';
import { readCustomer } from './verify-customer.js';

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
    ['no token that was rounded', { token: 26362054405982757802, units: 8 }, { units: '8' }],
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
    ['shapes it never has', { token: { a: 1 }, cards: [null, 7, {}], units: [] }, {}],
  ])('reads %s', (_, answer, expected) => expect(readArtefacts(answer)).toEqual(expected));
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
