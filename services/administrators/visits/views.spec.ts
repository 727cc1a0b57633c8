import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { CALLS, SHAPES, type Call, type CallName } from '../../contracts/calls.js';
import { CALL_VIEWS, viewOfCall, viewOfRoute, visitOf } from './views.js';

const declared = (name: string): Call => CALLS[name as CallName];
/** Fields that name, describe or reach a person. */
const PERSONAL =
  /email|phone|first_name|last_name|accountName|^Address$|^devices?$|recipient|iuc|meter_number/i;
/** Fields that match `PERSONAL` in answers about the caller or the company alone. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  adminSummary: ['email'],
  ownBrand: ['support_email', 'support_phone', 'address'],
  secondFactor: ['device'],
  smsQuote: ['recipients'],
};

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

function fieldsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.keys((schema as Schema).properties ?? {});
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

describe('the table of views', () => {
  it('has a row for every call by which an administrator or auditor reads something, and for no other', () => {
    const doors: ReadonlySet<string> = new Set(['admin', 'auditor', 'buyer', 'browser-buyer']);
    const reading = Object.keys(CALLS).filter((name) => {
      const { kind, access } = declared(name);
      return kind === 'reads' && doors.has(access);
    });
    expect(Object.keys(CALL_VIEWS).toSorted()).toEqual(reading.toSorted());
  });

  it('has a view for every call whose answer has fields of other people', () => {
    const open = (Object.keys(CALL_VIEWS) as CallName[]).filter((name) => {
      if (viewOfCall(name)) return false;
      const answer = z.toJSONSchema(SHAPES[name].answer, { io: 'output', unrepresentable: 'any' });
      const own = new Set(OWN[name]);
      return fieldsOf(answer).some((field) => PERSONAL.test(field) && !own.has(field));
    });
    expect(open).toEqual([]);
  });

  it.each([
    ['a list', viewOfCall('users'), {}, {}, { shown: 'customers' }],
    ['a customer', viewOfCall('user'), { id: 'ada' }, {}, { shown: 'customer', userId: 'ada' }],
    [
      'a customer who was searched by email',
      viewOfCall('moneyDeskCustomer'),
      { email: 'a@b.c' },
      { user_id: 'ada' },
      { shown: 'customer', userId: 'ada' },
    ],
    ['text that is no id', viewOfCall('user'), { id: 'ada@mail.test' }, {}, { shown: 'customer' }],
    [
      'a purchase',
      viewOfRoute('/v1/audit/why/:reference'),
      {},
      { purchaseId: 'p1' },
      { shown: 'purchase', purchaseId: 'p1' },
    ],
    ['a file', viewOfRoute('/api/admin-export/:file'), { file: 'fundings.csv' }, {}, { list: 'fundings' }],
    ['a file that does not exist', viewOfRoute('/api/admin-export/:file'), { file: 'x.csv' }, {}, undefined],
    [
      'the wallet of the house',
      viewOfRoute('/v1/audit/wallets/:userId/steps'),
      { userId: 'house' },
      {},
      undefined,
    ],
  ])('makes the event of %s', (_, view, asked, answer, visit) => {
    expect(visitOf(view!, asked, answer)).toEqual(visit);
  });
});
