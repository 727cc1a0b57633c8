import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { EventContexts } from '../event-contexts.js';
import type { RevokePasskeys } from '../passkeys/change-passkeys.handler.js';
import { EndPush } from '../push/push-devices.handlers.js';
import type { Session } from './live-session.js';
import type { Sessions } from './sessions.js';
import {
  EndAllSessions,
  EndAllSessionsHandler,
  EndOtherSessions,
  EndOtherSessionsHandler,
  EndOwnSession,
  EndOwnSessionHandler,
  EndSession,
  EndSessionHandler,
  RenewSession,
  RenewSessionHandler,
} from './sign-out.handlers.js';

let done: string[];
let ledgerIsAway: boolean;

const commands = {
  execute: (command: EndPush | RevokePasskeys): Promise<void> => {
    if (ledgerIsAway) return Promise.reject(new RuleBroken('LEDGER_UNAVAILABLE'));
    done.push(command instanceof EndPush ? `push ${JSON.stringify(command.which)}` : 'passkeys');
    return Promise.resolve();
  },
} as CommandBus;

const did = (what: string) => (): Promise<boolean> => {
  done.push(what);
  return Promise.resolve(true);
};

const sessions = {
  find: () => ({ id: 'one', userId: 'ada', role: 'user', startedAt: 0, epoch: 0 }),
  handleOf: (id: string) => `handle of ${id}`,
  end: did('this session'),
  endByHandle: did('that session'),
  endOthers: did('other sessions'),
  endAll: did('all sessions'),
  endById: did('the session that asks'),
  start: did('a new session'),
} as unknown as Sessions;

const contexts = { coarseOrigin: async () => 'sealed' } as unknown as EventContexts;
const origin = { address: '10.0.0.1', device: 'Firefox' };
const session = { id: 'one', userId: 'ada', role: 'user', startedAt: 0, epoch: 0 } as Session;

const renew = (everywhere: boolean) =>
  new RenewSessionHandler(sessions, contexts, commands).execute(
    new RenewSession(session, origin, everywhere),
  );

const WAYS = {
  'logs out': () => new EndSessionHandler(sessions, commands).execute(new EndSession('token')),
  'ends one of their own': () =>
    new EndOwnSessionHandler(sessions, commands).execute(new EndOwnSession('ada', 'that')),
  'ends all others': () =>
    new EndOtherSessionsHandler(sessions, commands).execute(new EndOtherSessions('ada', 'one')),
  'logs out everywhere': () =>
    new EndAllSessionsHandler(sessions, commands).execute(
      new EndAllSessions({ userId: 'ada', role: 'user' }, systemContext()),
    ),
  'has another session': () => renew(false),
  'has another session, and no other': () => renew(true),
};

/** Expected push and passkey actions, then the sessions that end. */
const ENDED: Readonly<Record<keyof typeof WAYS, readonly string[]>> = {
  'logs out': ['push {"ended":"handle of one"}', 'this session'],
  'ends one of their own': ['push {"ended":"that"}', 'that session'],
  'ends all others': ['push {"kept":"handle of one"}', 'other sessions'],
  'logs out everywhere': ['passkeys', 'push {}', 'all sessions'],
  'has another session': ['push {"ended":"handle of one"}', 'the session that asks'],
  'has another session, and no other': ['push {}', 'all sessions'],
};

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('a customer who %s', (way) => {
  beforeEach(() => {
    done = [];
    ledgerIsAway = false;
  });

  it('gets no more notices before the session ends', async () => {
    await WAYS[way]();
    expect(done.filter((what) => what !== 'a new session')).toEqual(ENDED[way]);
  });

  it('is signed out although the ledger is away, and gets an error', async () => {
    ledgerIsAway = true;
    await expect(WAYS[way]()).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    expect(done).toEqual(ENDED[way].slice(-1));
  });
});
