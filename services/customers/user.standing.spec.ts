import { describe, expect, it } from '@jest/globals';
import type { UserEventDraft } from './user.events.js';
import { decideStanding, type StandingCommand, upgradeChargeId } from './user.standing.decider.js';
import type { Standing } from './user.state.js';

const userId = 'ada';

const given = (more: Partial<Standing> = {}) => {
  const standing: Standing = {
    userId,
    newest: 'UserRegistered',
    tier: 'regular',
    tierChanges: [],
    forgotten: false,
    freezes: [],
    allowed: [],
    ...more,
  };
  return {
    standing,
    when: (command: StandingCommand) => ({
      then: (...events: UserEventDraft[]) => expect(decideStanding(command, standing)).toEqual(events),
      thenNothing: () => expect(decideStanding(command, standing)).toEqual([]),
    }),
  };
};

describe('the tier', () => {
  const raise: StandingCommand = { type: 'RaiseTier', changeId: 'c1' };
  const raised: UserEventDraft = { type: 'TierChanged', data: { userId, tier: 'affiliate' } };

  it('is raised once per payment', () => {
    given().when(raise).then(raised);
    given({ tierChanges: ['c0'] })
      .when(raise)
      .then(raised);
    given({ tier: 'affiliate', tierChanges: ['c1'] })
      .when(raise)
      .thenNothing();
    given({ tierChanges: ['c1', 'c2'] })
      .when(raise)
      .thenNothing();
  });

  it('is not raised for a forgotten person, even with later events', () => {
    given({ newest: 'PersonForgotten', forgotten: true }).when(raise).thenNothing();
    given({ newest: 'CodeIssued', forgotten: true }).when(raise).thenNothing();
  });

  it('is paid by the same charge in parallel requests, and refused for an affiliate', () => {
    expect(upgradeChargeId(given().standing)).toBe('0');
    expect(upgradeChargeId(given({ tierChanges: ['c0', 'c1'] }).standing)).toBe('2');
    expect(() => upgradeChargeId(given({ tier: 'affiliate' }).standing)).toThrow(
      expect.objectContaining({ code: 'ALREADY_AFFILIATE' }),
    );
  });
});

describe('forgetting a person', () => {
  const forget: StandingCommand = { type: 'Forget' };
  const forgotten: UserEventDraft = { type: 'PersonForgotten', data: { userId } };

  it('is stored as the last event, once', () => {
    given().when(forget).then(forgotten);
    given({ newest: 'PersonForgotten', forgotten: true }).when(forget).thenNothing();
  });

  it('is stored again after later events, so that it stays the last', () =>
    given({ newest: 'TierChanged', forgotten: true }).when(forget).then(forgotten));

  it('stores nothing for an unknown person', () => {
    const { newest: _none, ...nobody } = given().standing;
    expect(decideStanding(forget, nobody)).toEqual([]);
  });
});

describe('spending', () => {
  const freeze: StandingCommand = { type: 'FreezeOnce', changeId: 'f1', reason: 'Stolen' };

  it('is frozen once per cause, also when frozen, and never for a forgotten or unknown person', () => {
    const frozen: UserEventDraft = { type: 'SpendingFrozen', data: { userId, reason: 'Stolen' } };
    given().when(freeze).then(frozen);
    given({ freezes: ['f0'] })
      .when(freeze)
      .then(frozen);
    for (const more of [
      { freezes: ['f0', 'f1'] },
      { forgotten: true },
      { newest: undefined },
    ] as unknown as Partial<Standing>[])
      given(more).when(freeze).thenNothing();
  });
});
