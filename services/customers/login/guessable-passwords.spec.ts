import { describe, expect, it } from '@jest/globals';
import { refuseGuessable } from './guessable-passwords.js';

const ADA = { email: 'ada.obi@mail.test', firstName: 'Adaeze', lastName: 'Obi', phone: '08031230001' };
const GUESSABLE = expect.objectContaining({ code: 'PASSWORD_GUESSABLE' });

describe('a new password', () => {
  it.each([
    'password',
    'PassWord',
    'Password2026!',
    '12345678',
    '123456789012',
    '!!!superman2026',
    'hgfedcba',
    '        ',
    'aaaaaaaaaaaa',
    'abababababab',
    'pass word',
    'ｐａｓｓｗｏｒｄ',
    'pass\u200bword',
    'iloveyou',
    'qwertyuiop',
  ])('is refused when strangers guess it: "%s"', (password) => {
    expect(() => refuseGuessable(password)).toThrow(GUESSABLE);
  });

  it.each(['ADA.OBI@mail.test', 'ada.obi2026', 'mail.test!!', '08031230001', 'Adaeze123', 'adaeze obi'])(
    'is refused when it is a datum of its owner: %s',
    (password) => {
      expect(() => refuseGuessable(password, ADA)).toThrow(GUESSABLE);
      expect(() => refuseGuessable(password)).not.toThrow();
    },
  );

  it.each(['correct horse battery', 'Demo-pass-1', 'a long password 1', 'sunshine over Lagos', 'ąćęłńóśź'])(
    'is accepted otherwise: %s',
    (password) => {
      expect(() => refuseGuessable(password, ADA)).not.toThrow();
    },
  );
});
