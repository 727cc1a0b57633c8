import { expect, it } from '@jest/globals';
import { maskedEmail, maskedName, maskedPhone } from './mask.js';

it.each([
  [maskedEmail('ada.obi@mail.test'), 'a***@m***.test'],
  [maskedEmail('a@b.co.uk'), 'a***@b***.uk'],
  [maskedEmail('ada@localhost'), 'a***@l***'],
  [maskedEmail('no address'), 'n***@***'],
  [maskedEmail('"a@b"@mail.test'), '"***@b***'],
  [maskedPhone('+2348031234567'), '0803***4567'],
  [maskedPhone('08031234567'), '0803***4567'],
  [maskedPhone('12345678'), '***'],
  [maskedPhone(''), '***'],
  [maskedName('Ada'), 'A.'],
  [maskedName('🙂da'), '🙂.'],
  [maskedName(''), ''],
])('%s', (masked, expected) => expect(masked).toBe(expected));
