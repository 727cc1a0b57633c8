import { expect, it } from '@jest/globals';
import { warnedOpenDemo } from './open-demo.js';

it.each(['0.0.0.0', '::', '192.168.1.20', 'ledger.local', '127.evil.test', ''])(
  'warns of demo accounts on %j',
  (HOST) => {
    const lines = warnedOpenDemo({ demoData: true, HOST });
    expect(lines.join(' ')).toContain('SIGN IN AS ITS OWNER');
    expect(warnedOpenDemo({ demoData: false, HOST })).toEqual([]);
  },
);

it.each(['127.0.0.1', '127.0.1.1', '::1', 'localhost'])('does not warn on %s', (HOST) => {
  expect(warnedOpenDemo({ demoData: true, HOST })).toEqual([]);
});
