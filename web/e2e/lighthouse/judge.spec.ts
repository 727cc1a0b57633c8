import { expect, it } from '@jest/globals';
import { missedBy, scoresOf, type Look } from './judge.js';

const looked = (performance: number | null, accessibility = 1): Look => ({
  scores: { performance, accessibility, 'best-practices': 1 },
  lost: {
    performance: performance === 1 ? [] : ['largest-contentful-paint'],
    accessibility: accessibility === 1 ? [] : ['color-contrast'],
    'best-practices': [],
  },
});

it('takes the median of the measurements', () =>
  expect(scoresOf([looked(0.5), looked(0.93), looked(0.95)])).toEqual({
    performance: 93,
    accessibility: 100,
    'best-practices': 100,
  }));

it('names the missed bar of a page and the audits that cost points', () => {
  expect(missedBy('/home', [looked(0.9)])).toEqual([]);
  expect(missedBy('/home', [looked(0.89)])).toEqual([
    '/home: performance 89, wanted 90 (largest-contentful-paint)',
  ]);
  expect(missedBy('/home', [looked(0.95, 0.99)])).toEqual([
    '/home: accessibility 99, wanted 100 (color-contrast)',
  ]);
});

it('counts a missing score as zero', () =>
  expect(missedBy('/home', [looked(null)])).toEqual([
    '/home: performance 0, wanted 90 (largest-contentful-paint)',
  ]));
