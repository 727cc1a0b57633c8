import { describe, expect, it } from '@jest/globals';
import { fitsBank, likelyBanks } from './nuban.js';

describe('the bank of an account number', () => {
  it('is told by its check digit, as the Central Bank works it out', () => {
    // The example of the standard: First Bank, 000001457, with the check digit 9.
    expect(fitsBank('0000014579', '011')).toBe(true);
    for (const other of '012345678') expect(fitsBank(`000001457${other}`, '011')).toBe(false);
  });

  it('counts the five digits of other institutions behind a 9', () => {
    const fitting = [...'0123456789'].filter((digit) => fitsBank(`123456789${digit}`, '50211'));
    // 9·3+5·7+0·3 +2·3+1·7+1·3 +1·3+2·7+3·3 +4·3+5·7+6·3 +7·3+8·7+9·3 = 273
    expect(fitting).toEqual(['7']);
  });

  it('is not known of half a number, nor of a code of another kind', () => {
    expect(fitsBank('000001457', '011')).toBe(false);
    expect(fitsBank('0000014579', '100033')).toBe(false);
  });

  it('leaves out who cannot have given it out, and keeps the order of the others', () => {
    const banks = [
      { code: '058', name: 'GTBank' },
      { code: '011', name: 'First Bank of Nigeria' },
    ];
    expect(likelyBanks('0000014579', banks)).toEqual([banks[1]]);
  });
});
