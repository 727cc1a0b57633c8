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
])('finds what leads customers elsewhere: %s', (text) => {
  expect(leadsElsewhere(text)).toBe(true);
});

it.each([
  'Data is slow <b>tonight</b>.',
  'MTN data from ₦1,250.50 a month... See Data prices!',
  'Closed from 24 to 26 December 2026. Back at 08:00.',
  'Dial *310# for your balance',
  'Bonus of ₦1,000,000 shared',
  'We sold ₦12,345,678,900.50 and thank you',
])('lets an ordinary text pass: %s', (text) => {
  expect(leadsElsewhere(text)).toBe(false);
});
