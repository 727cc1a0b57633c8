import { describe, expect, it } from '@jest/globals';
import { APPROVAL_WORKS } from '../../contracts/admin/money-desk.contract.js';
import { CALLS, type Call, type CallName } from '../../contracts/calls.js';
import { type Act, ACTS } from './acts.js';

const declared = (name: string): Call => CALLS[name as CallName];
const rows = Object.entries(ACTS) as [string, Act][];

describe('the table of acts', () => {
  it('has a row for every call by which an administrator changes something, and for no other', () => {
    const doors: ReadonlySet<string> = new Set(['admin', 'auditor', 'buyer', 'browser-buyer']);
    const changing = Object.keys(CALLS).filter((name) => {
      const { kind, access } = declared(name);
      return kind === 'changes' && doors.has(access);
    });
    expect(rows.map(([name]) => name).toSorted()).toEqual(changing.toSorted());
  });

  it.each(rows.filter(([, { moves }]) => moves === 'money'))('%s needs a permission', (name) => {
    expect(declared(name).permission).toBeDefined();
  });

  it.each(rows)('%s names the approval that it asks for, if a second administrator must agree', (_, act) => {
    expect(act.work !== undefined).toBe(act.second !== 'never');
    expect(act.second.startsWith('above-limit')).toBe(act.limit === 'day');
  });

  it.each(rows.filter(([, { limit }]) => limit === 'day'))('%s is told to all owners', (_name, { told }) => {
    expect(told).toContain('owners');
  });

  it('needs the permission finance for every act that counts towards the day', () => {
    const counted = rows.filter(([, { limit }]) => limit === 'day').map(([name]) => name);
    const open = counted.filter((name) => declared(name).permission?.join() !== 'finance');
    // The form of a customer checks `finance` for the balance itself.
    expect(open).toEqual(['updateUser']);
  });

  it('asks for a new proof before each act of the desk, of approvals, of access and of terms', () => {
    const isOfDesk = ({ limit, work }: Act): boolean =>
      limit === 'day' || (work !== undefined && work !== 'price');
    const asked = rows.filter(
      ([name, act]) =>
        isOfDesk(act) || /Approval$|Administrator$|AdministratorSession$|Access$|Terms$/.test(name),
    );
    const unasked = asked.filter(([, { stepUp }]) => !stepUp).map(([name]) => name);
    expect(unasked).toEqual([]);
  });

  it.each(rows.filter(([, { moves }]) => moves !== 'nothing'))(
    '%s is not done alone within 24 hours after a new permission, or says why it is',
    (_name, { settled, limit, second }) => {
      expect(settled !== false || limit === 'day' || second === 'always').toBe(true);
    },
  );

  it('counts each act on one customer, except the end of a stop and what another administrator agrees to', () => {
    const onOne = rows.filter(([name]) => declared(name).path.includes(':id') && /User|Payouts/.test(name));
    const uncounted = onOne.filter(([, { ofCustomer }]) => !ofCustomer).map(([name]) => name);
    expect(uncounted.toSorted()).toEqual(['allowPayouts', 'resendUserCode', 'unfreezeUser']);
  });

  it('uses every kind of approval', () => {
    const used = new Set(rows.map(([, { work }]) => work));
    expect(APPROVAL_WORKS.filter((work) => !used.has(work))).toEqual([]);
  });
});
