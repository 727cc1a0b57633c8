import { describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR_SHAPES } from '../admin/administrators.contract.js';
import { ADMINISTRATOR_ACCESS_SHAPES } from '../admin/administrator-access.contract.js';
import { BROADCAST_SHAPES } from '../admin/broadcasts.contract.js';
import { EXTERNAL_SHAPES } from '../admin/external.contract.js';
import { MONEY_DESK_SHAPES } from '../admin/money-desk.contract.js';
import { USER_SHAPES } from '../admin/users.contract.js';
import { CUSTOMER_SHAPES } from '../customers.contract.js';
import { HISTORY_SHAPES } from '../history.contract.js';
import { SMS_SHAPES } from '../sms.contract.js';
import { TRANSFER_SHAPES } from '../transfer.contract.js';
import { newPassword, opaquePassword, SamePassword } from '../fields/account-fields.js';
import { Text } from '../fields/http-fields.js';
import { shownText } from '../fields/plain-text.js';

const COMPOSED = 'Z\u00eb';
const DECOMPOSED = 'Ze\u0308';

/** Text fields that people type, by call. */
const FIELDS = {
  'a first name': CUSTOMER_SHAPES.register.request.shape.fname,
  'a name of an invitation': ADMINISTRATOR_ACCESS_SHAPES.inviteAdministrator.request.shape.first_name,
  'a corrected name': USER_SHAPES.updateUser.request.shape.first_name,
  'a reason of a freeze': USER_SHAPES.freezeUser.request.shape.reason,
  'a recipient’s name': CUSTOMER_SHAPES.saveBeneficiary.request.shape.name,
  'a narration': TRANSFER_SHAPES.transferMoney.request.shape.narration,
  'a text message': SMS_SHAPES.sendSms.request.shape.messageBody,
  'a problem report': HISTORY_SHAPES.reportProblem.request.shape.words,
  'a broadcast': BROADCAST_SHAPES.createBroadcast.request.shape.broadcastMessage,
  'a title': BROADCAST_SHAPES.createBroadcast.request.shape.broadcastTitle,
  'a reason of a decision': EXTERNAL_SHAPES.resolveMany.request.shape.reason,
  'a depositor': MONEY_DESK_SHAPES.creditManually.request.shape.depositor,
  'a reason at the money desk': MONEY_DESK_SHAPES.creditManually.request.shape.reason,
  'a search': USER_SHAPES.users.request.shape.search,
};

describe.each(Object.entries(FIELDS))('%s', (_name, field) => {
  it('is stored composed, however it was typed', () => {
    expect([field.parse(COMPOSED), field.parse(DECOMPOSED)]).toEqual([COMPOSED, COMPOSED]);
  });

  it.each(['\u202d', '\u202e'])('is refused with the direction override %j', (mark) => {
    expect(field.safeParse(`Ada${mark}Obi`).success).toBe(false);
  });
});

it('loses pasted embeddings and isolates of direction', () =>
  expect(Text(40).parse('\u2068Ada\u2069 \u202a0803\u202c')).toBe('Ada 0803'));

it('is limited after composing too, which lengthens some letters', () =>
  expect(Text(4).safeParse('\u0958\u0958\u0958').success).toBe(false));

describe('a new password', () => {
  it('is the same with any form of its letters and spaces, and keeps other differences', () => {
    expect(opaquePassword(`${DECOMPOSED}\u00a0x`)).toBe(`${COMPOSED} x`);
    expect(opaquePassword('x\u00b2')).not.toBe(opaquePassword('x2'));
    expect(SamePassword.parse(DECOMPOSED)).toBe(newPassword(1).parse(COMPOSED));
  });

  it('is as long as its composed form', () => {
    expect(newPassword(8).safeParse('e\u0308'.repeat(4)).success).toBe(false);
    expect(newPassword(8).safeParse('e\u0308'.repeat(8)).success).toBe(true);
  });

  it('of an administrator follows the same rules', () => {
    const { request } = ADMINISTRATOR_SHAPES.adminResetPassword;
    const body = { resetCode: '482613', email: 'ada@people.test' };
    const password1 = 'long pass phrase \u00eb';
    expect(request.parse({ ...body, password1, password2: 'long pass phrase e\u0308' })).toMatchObject({
      password1,
    });
  });
});

it('shows marks of direction in text from elsewhere', () =>
  expect(shownText('FT\u202e01\u2066')).toBe('FT[U+202E]01[U+2066]'));
