import { describe, expect, it } from '@jest/globals';
import { fitsBank, likelyBanks } from './nuban.js';

describe('the bank of an account number', () => {
  it('matches the check digit of the Central Bank’s standard', () => {
    // Example of the CBN standard: First Bank, 000001457, check digit 9.
    expect(fitsBank('0000014579', '011')).toBe(true);
    for (const other of '012345678') expect(fitsBank(`000001457${other}`, '011')).toBe(false);
  });

  it('puts a 9 before the five digits of other institutions', () => {
    const fitting = [...'0123456789'].filter((digit) => fitsBank(`123456789${digit}`, '50211'));
    // 9·3+5·7+0·3 +2·3+1·7+1·3 +1·3+2·7+3·3 +4·3+5·7+6·3 +7·3+8·7+9·3 = 273
    expect(fitting).toEqual(['7']);
  });

  it('is unknown for half a number, or for another kind of code', () => {
    expect(fitsBank('000001457', '011')).toBe(false);
    expect(fitsBank('0000014579', '100033')).toBe(false);
  });

  it('excludes banks whose check digit differs, and keeps the order of the others', () => {
    const banks = [
      { code: '058', name: 'GTBank' },
      { code: '011', name: 'First Bank of Nigeria' },
    ];
    expect(likelyBanks('0000014579', banks)).toEqual([banks[1]]);
  });
});
