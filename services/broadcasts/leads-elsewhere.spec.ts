import { expect, it } from '@jest/globals';
import { leadsElsewhere } from './leads-elsewhere.js';

it.each([
  'Win at https://evil.test',
  'Go to WWW.EVIL.TEST now',
  'see bit.ly/x1',
  'wa.me/2348031230001',
  'Write to help@evil.test',
  'evil\u200b.\u200btest',
  'ｅｖｉｌ．ｔｅｓｔ',
  'naïve.ng',
  'Pay into 0123456789, Wema',
  'Pay into 0123 456 789',
  'Pay into 01-2345-6789',
  'Pay into ０１２３４５６７８９',
  'Call 08031230001',
  'ftp://192',
  'Call (0803) 123-4567',
  '+234 (803) 123-4567',
  '0803  123  4567',
  '0803 - 123 - 4567',
  '01234\n56789',
  '01234_56789',
  '٠١٢٣٤٥٦٧٨٩',
  '₦0,803123 4567',
  'bit . ly/x',
  'evil。com',
  'Pay to Wema NGN 0,123,456,789',
  'Pay to Zenith NGN 2,123,456,789',
  'Win ₦12,345,678,900.50',
  'Pay to N012 N345 N678 N9',
  'Pay to ₦123 ₦456 ₦789 ₦1',
  'Pay to ₦123, ₦456, ₦789, ₦1',
  'Pay to 0123 then 456 then 789',
  'Pay to 01 and 23 and 45 and 67 and 89',
  'Pay to 0123 5GB 456 789',
  'Pay to zero one two three four five six seven eight nine',
  'Pay to Zero-123 four 56 seven, 89',
  'Pay to O12345678O',
  'Pay to zero one two then three four five then six seven eight nine',
  'Pay Wema N2345 then N6789 then N12',
])('finds what leads customers elsewhere: %s', (text) => {
  expect(leadsElsewhere(text)).toBe(true);
});

it.each([
  'Data is slow <b>tonight</b>.',
  'MTN data from ₦1,250.50 a month... See Data prices!',
  'Closed from 24 to 26 December 2026. Back at 08:00.',
  'Dial *310# for your balance',
  'Bonus of ₦1,000,000 shared',
  'We sold ₦123,456,789 and thank you',
  'Between ₦1,000 and ₦50,000 for each friend',
  '1GB is ₦500. 2GB is ₦1,000. 3GB for 30 days is ₦1,500, and 10GB is N3,000.',
  'Open from 08:00 to 20:30 on 24 and 26 December 2026, and 10% off until 10pm.',
  'One of the two networks, or three or four of our vendors, is slow.',
])('lets an ordinary text pass: %s', (text) => {
  expect(leadsElsewhere(text)).toBe(false);
});
