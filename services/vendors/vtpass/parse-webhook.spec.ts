import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseVtpassWebhook } from './read-answer.js';

const hook = (data: unknown, type: unknown = 'transaction-update'): string => JSON.stringify({ type, data });

describe('a VTpass webhook', () => {
  it.each([{ requestId: '202503101014abc' }, { request_id: '202503101014abc', code: '000' }])(
    'contains our reference: %j',
    (data) => {
      expect(parseVtpassWebhook(hook(data))).toEqual({ vendorReference: '202503101014abc' });
    },
  );

  it.each([
    hook({ requestId: '202503101014abc' }, 'variations-update'),
    hook({ requestId: 'abc' }),
    hook({ requestId: 202503101014 }),
    hook({ requestId: `202503101014${'a'.repeat(25)}` }),
    hook(null),
    'null',
    '<html>',
    '',
  ])('is ignored in any other shape: %s', (body) => {
    expect(parseVtpassWebhook(body)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => void parseVtpassWebhook(body)),
      { seed: 1 },
    );
  });
});
