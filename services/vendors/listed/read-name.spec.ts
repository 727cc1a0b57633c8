import { expect, it } from '@jest/globals';
import { readName } from './read-name.js';

it.each([
  ['N100 100MB - 24 hrs', { size: '100MB', days: 1 }],
  ['N200 200MB - 2 days', { size: '200MB', days: 2 }],
  ['Glo Data N100 - 105MB - 2 day', { size: '105MB', days: 2 }],
  ['Airtel Data Bundle - 50 Naira - 25MB  - 1Day', { size: '25MB', days: 1 }],
  ['1.0GB - 30 days', { size: '1GB', days: 30 }],
  ['2.5 gb - 1 month', { size: '2.5GB', days: 30 }],
  ['N1500 - 20 hrs', {}],
  ['SmileVoice ONLY 65', {}],
])('reads size and days from %s', (name, read) => {
  expect(readName(name)).toEqual(read);
});
