import { describe, expect, it } from '@jest/globals';
import { openSendWindow } from './send-window.js';

describe('openSendWindow', () => {
  it.each([
    ['time goes by', 40, 40, 60],
    ['the machine was suspended, which its monotonic clock does not see', 0, 90_000, -89_900],
    ['the time of day was set back', 70, -3_600_000, 30],
  ])('ages by the faster clock when %s', (_what, monotonicMs, wallMs, left) => {
    let [monotonic, wall] = [1_000, 5_000_000];
    const window = openSendWindow(100, { monotonic: () => monotonic, wall: () => wall });
    expect(window.leftMs()).toBe(100);
    monotonic += monotonicMs;
    wall += wallMs;
    expect(window.leftMs()).toBe(left);
  });
});
