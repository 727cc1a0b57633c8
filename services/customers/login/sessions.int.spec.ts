import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYBODY, openPeople, type People } from '../testing/people.js';
import { until } from '../../../infra/testing/until.js';

const USER = { userId: 'u1', role: 'user', credentialEpoch: 0 } as const;
const MINUTE = 60_000;
const SETTINGS = { SESSION_IDLE: '30m', SESSION_MAX: '8h' };

describe('sessions', () => {
  let people: People;
  beforeEach(async () => {
    people = await openPeople(SETTINGS, undefined, undefined, { owners: EVERYBODY });
  });
  afterEach(() => people.remove());

  it('are found by their token only, and have one role', async () => {
    const { token, session } = await people.sessions.start(USER);
    expect(people.sessions.find(token)).toMatchObject({ id: session.id, userId: 'u1', role: 'user' });
    expect(people.sessions.find(session.id)).toBeUndefined();
    expect(people.sessions.find('')).toBeUndefined();
    expect(people.sessions.find('x'.repeat(1_000_000))).toBeUndefined();
  });

  it('are stored without their token', async () => {
    const { token, session } = await people.sessions.start(USER);
    const stored = readFileSync(join(people.dir, 'sessions', 'sessions.mdb')).toString('latin1');
    expect(stored).toContain(session.id);
    expect(stored).not.toContain(token);
  });

  it('end when unused', async () => {
    const { token } = await people.sessions.start(USER, 0);
    expect(people.sessions.find(token, 29 * MINUTE)).toBeDefined();
    expect(people.sessions.find(token, 58 * MINUTE)).toBeDefined();
    expect(people.sessions.find(token, 89 * MINUTE)).toBeUndefined();
    expect(people.sessions.find(token, 58 * MINUTE)).toBeUndefined();
  });

  it('end after SESSION_MAX, used or not', async () => {
    const { token } = await people.sessions.start(USER, 0);
    for (let at = 0; at <= 480; at += 20) expect(people.sessions.find(token, at * MINUTE)).toBeDefined();
    expect(people.sessions.find(token, 481 * MINUTE)).toBeUndefined();
  });

  it('end by logout, one or all of a person', async () => {
    const [one, two, other] = await Promise.all([
      people.sessions.start(USER),
      people.sessions.start(USER),
      people.sessions.start({ ...USER, userId: 'u10' }),
    ]);
    await people.sessions.end(one.token);
    expect(people.sessions.find(one.token)).toBeUndefined();
    expect(people.sessions.find(two.token)).toBeDefined();
    await people.sessions.endAll('u1');
    expect(people.sessions.find(two.token)).toBeUndefined();
    expect(people.sessions.find(other.token)).toBeDefined();
  });

  it('survive a restart, with the time of their last use', async () => {
    const kept = await people.sessions.start(USER, 0);
    const ended = await people.sessions.start(USER, 0);
    await people.sessions.end(ended.token);
    expect(people.sessions.find(kept.token, 25 * MINUTE)).toBeDefined();
    await people.close();
    people = await openPeople(SETTINGS, people.store, people.dir, { owners: EVERYBODY });
    expect(people.sessions.find(ended.token, 26 * MINUTE)).toBeUndefined();
    expect(people.sessions.find(kept.token, 50 * MINUTE)).toBeDefined();
  });

  it('are deleted from disk after their end, at a sign-in an hour later', async () => {
    await people.sessions.start(USER, 0);
    await people.sessions.start(USER, 20 * MINUTE);
    const later = await people.sessions.start(USER, 70 * MINUTE);
    await until(() => (people.sessionStore.idsOf('u1') as string[]).length === 1);
    expect(people.sessionStore.idsOf('u1')).toEqual([later.session.id]);
  });

  it('stay ended for a call during the logout, and notify listeners', async () => {
    const { token, session } = await people.sessions.start(USER);
    const told: string[] = [];
    people.sessions.onEnded((id) => told.push(id));
    const ending = people.sessions.end(token);
    expect(people.sessions.find(token)).toBeUndefined();
    await ending;
    expect(people.sessions.find(token)).toBeUndefined();
    expect(people.sessions.isAlive(session)).toBe(false);
    expect(told).toEqual([session.id]);
  });

  it('accept their own anti-forgery and access tokens only', async () => {
    const [mine, yours] = [await people.sessions.start(USER), await people.sessions.start(USER)];
    const { sessions } = people;
    expect(sessions.verifyCsrf(mine.session, mine.csrfToken)).toBe(true);
    expect(sessions.verifyAccessToken(mine.session, mine.accessToken)).toBe(true);
    for (const wrong of [
      undefined,
      '',
      'x',
      yours.csrfToken,
      yours.accessToken,
      mine.token,
      `${mine.csrfToken}=`,
    ])
      expect([
        sessions.verifyCsrf(mine.session, wrong),
        sessions.verifyAccessToken(mine.session, wrong),
      ]).toEqual([false, false]);
    expect(sessions.verifyCsrf(mine.session, mine.accessToken)).toBe(false);
    expect(sessions.find(mine.accessToken)).toBeUndefined();
  });
});
