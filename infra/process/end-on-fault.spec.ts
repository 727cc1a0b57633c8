import { describe, expect, it } from '@jest/globals';
import { describeFault } from './end-on-fault.js';

describe('the logged description of a fault', () => {
  it('has name, message, code and causes, and no command attached by a client', () => {
    const cause = Object.assign(new TypeError('no route'), { code: 'EHOSTUNREACH' });
    const fault = Object.assign(new Error('it failed', { cause }), { command: { args: ['pin', '1234'] } });
    expect(describeFault(fault)).toEqual({
      name: 'Error',
      message: 'it failed',
      stack: expect.stringContaining('end-on-fault.spec'),
      cause: {
        name: 'TypeError',
        message: 'no route',
        code: 'EHOSTUNREACH',
        stack: expect.stringContaining('no route'),
      },
    });
    expect(JSON.stringify(describeFault(fault))).not.toContain('1234');
  });

  it.each([
    ['redis://user:very-secret@cache:6379 is away', 'redis://…@cache:6379 is away'],
    ['no mail to ada.obi+x@example.com today', 'no mail to …@… today'],
    ['token nl_AbC-1234567890 was refused', 'token nl_… was refused'],
    ['+2348031234567 and 08031234567', '… and …'],
    ['event 123456 of 200000', 'event 123456 of 200000'],
  ])('never holds %s', (said, logged) => {
    const { message, stack } = describeFault(new Error(said));
    expect(message).toBe(logged);
    expect(stack).toContain(logged);
  });

  it('describes any thrown value, also one that is no error or has itself as cause', () => {
    expect(describeFault('gone')).toEqual({ name: 'string', message: 'gone' });
    const fault = new Error('round');
    fault.cause = fault;
    expect(JSON.stringify(describeFault(fault))).toContain('round');
  });
});
