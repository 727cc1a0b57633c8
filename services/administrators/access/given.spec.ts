import { describe, expect, it } from '@jest/globals';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { type AccessBook, decidedOf, evolveBook, givenAt } from './access.decider.js';
import type { Access, AccessFact } from './access.events.js';

const at = (hour: number): string => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
const admin = (...permissions: Permission[]): Access => ({ role: 'admin', permissions });
const AUDITOR: Access = { role: 'auditor', permissions: [] };
type Told = AccessFact & { readonly at: string };
const changed = (hour: number, was: Access, access: Access): Told => ({
  type: 'AdministratorAccessChanged',
  data: { userId: 'eve', access, was },
  at: at(hour),
});
const invited = (access: Access): Told[] => [
  {
    type: 'AdministratorInvited',
    data: {
      userId: 'eve',
      inviteId: 'i',
      emailMac: 'm',
      access,
      was: null,
      linkId: 'l',
      digest: 'd',
      expiresAt: at(20),
      inviterId: 'bola',
      sealed: '',
    },
    at: at(1),
  },
  { type: 'InvitationAccepted', data: { userId: 'eve', access, was: null }, at: at(2) },
];
const since = (events: readonly Told[], ...wanted: Permission[]) =>
  givenAt(decidedOf(events.reduce<AccessBook>(evolveBook, new Map()), 'eve'), wanted);

describe('the time since which an administrator has a permission', () => {
  it('is unknown for what the command line gave, and that is long enough', () => {
    expect(since([], 'finance')).toBeUndefined();
    const more = changed(3, admin('owner'), admin('owner', 'finance'));
    expect(since([more], 'finance')).toBeUndefined();
  });

  it('is the acceptance of an invitation', () => {
    expect(since(invited(admin('finance')), 'finance')).toBe(at(2));
  });

  it('is the promotion of an auditor, also after a demotion and another promotion', () => {
    const events = [
      ...invited(AUDITOR),
      changed(5, AUDITOR, admin('finance')),
      changed(6, admin('finance'), AUDITOR),
      changed(9, AUDITOR, admin('finance')),
    ];
    expect(since(events.slice(0, 3), 'finance')).toBe(at(5));
    expect(since(events, 'finance')).toBe(at(9));
  });

  it('stays when another permission is added, and the oldest that suffices counts', () => {
    const events = [
      ...invited(admin('support')),
      changed(5, admin('support'), admin('support', 'finance')),
      changed(7, admin('support', 'finance'), admin('support', 'finance', 'owner')),
    ];
    expect(since(events, 'support')).toBe(at(2));
    expect(since(events, 'finance')).toBe(at(5));
    expect(since(events)).toBe(at(7));
  });

  it('is the end of a suspension', () => {
    const events: Told[] = [
      { type: 'AdministratorSuspended', data: { userId: 'eve', reason: 'left' }, at: at(4) },
      { type: 'AdministratorReinstated', data: { userId: 'eve', reason: 'back' }, at: at(8) },
    ];
    expect(since([...invited(admin('finance')), ...events], 'finance')).toBe(at(8));
    expect(since(events, 'finance')).toBe(at(8));
  });
});
