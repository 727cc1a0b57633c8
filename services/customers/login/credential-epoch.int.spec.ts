import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { openLmdbSessions } from '../../../infra/sessions/open-lmdb-sessions.js';
import { openRedisSessions } from '../../../infra/sessions/open-redis-sessions.js';
import { describeWithRedis, openRedisUnderTest } from '../../../infra/testing/redis-under-test.js';
import { PATIENCE_MS } from '../../../infra/testing/until.js';
import { ChangeOwnPassword } from '../recovery/change-own-password.handler.js';
import { ChangePin } from '../pin/change-pin.handler.js';
import { FinishRecovery } from '../recovery/finish-recovery.handler.js';
import { Login } from './login.handler.js';
import type { Passwords } from './passwords.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { RotateApiToken } from '../api-token/rotate-api-token.handler.js';
import { SendCode } from '../mailed-codes/send-code.handler.js';
import { SetPin } from '../pin/set-pin.handler.js';
import type { StartedSession } from './sessions.js';
import { StartRecovery } from '../recovery/start-recovery.handler.js';
import { Interruption } from '../testing/interrupted.js';
import { ADA, openPeople, type People, type SharedParts } from '../testing/people.js';
import { userStream } from '../user.events.js';
import { MarkEmailVerified } from '../registration/verify-email.handler.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

const HERE = '10.0.0.1';
const [OLD, NEW, STOLEN] = ['the old password', 'the new password', 'of a thief, long'] as const;

/** Fast replacement for `Passwords`. */
const quick = {
  hash: async (password: string) => createHash('sha256').update(password).digest('hex'),
  verify: async (hash: string | undefined, password: string) =>
    hash === createHash('sha256').update(password).digest('hex'),
  isOld: () => false,
} as unknown as Passwords;

type Kept = NonNullable<SharedParts['kept']>;

interface Thief {
  readonly people: People;
  readonly userId: string;
  readonly session: StartedSession;
  readonly loot: { token?: string; apiToken?: string };
  readonly code?: string;
}

interface Work {
  readonly what: string;
  readonly pin?: true;
  readonly prepare?: (thief: Omit<Thief, 'code'>) => Promise<string>;
  readonly run: (thief: Thief) => Promise<unknown>;
}

const issuedCode = async (
  { people, userId }: Omit<Thief, 'code'>,
  purpose: 'pin' | 'recovery',
): Promise<string> => {
  const user = (await people.users.current(userId))!;
  return people.codeOf(
    userId,
    user.codes!.findLast((code) => code.purpose === purpose)!,
  );
};

/** Every call that gives or keeps access. */
const WORKS: readonly Work[] = [
  {
    what: 'a login',
    run: async ({ people, loot }) =>
      (loot.token = (await people.login.execute(new Login(ADA.email, OLD, ['user'], HERE))).token),
  },
  {
    what: 'a new API token',
    run: async ({ people, userId, session, loot }) =>
      (loot.apiToken = await people.rotateApiToken.execute(
        new RotateApiToken(userId, OLD, systemContext(), session.session.epoch),
      )),
  },
  {
    what: 'a first PIN, with the session that replaces the one before',
    run: async ({ people, userId, session: { session }, loot }) => {
      await people.setPin.execute(new SetPin(userId, '5937', systemContext(), session.epoch));
      const owner = { userId, role: 'user', credentialEpoch: session.epoch } as const;
      loot.token = (await people.sessions.start(owner)).token;
    },
  },
  {
    what: 'another PIN by the old one',
    pin: true,
    run: ({ people, userId, session }) =>
      people.changePin.execute(
        new ChangePin(userId, { how: 'old', oldPin: '4826' }, '5937', systemContext(), session.session.epoch),
      ),
  },
  {
    what: 'another PIN by password and code',
    pin: true,
    prepare: async (thief) => {
      await thief.people.sendCode.execute(new SendCode(thief.userId, 'pin', systemContext()));
      return issuedCode(thief, 'pin');
    },
    run: ({ people, userId, session, code }) =>
      people.changePin.execute(
        new ChangePin(
          userId,
          { how: 'recovery', password: OLD, code: code! },
          '5937',
          systemContext(),
          session.session.epoch,
        ),
      ),
  },
  {
    what: 'another password by the old one',
    run: ({ people, userId, session }) =>
      people.changeOwnPassword.execute(
        new ChangeOwnPassword(userId, { oldPassword: OLD }, STOLEN, systemContext(), session.session.epoch),
      ),
  },
  {
    what: 'a recovery of the password by a mailed code',
    prepare: async (thief) => {
      await thief.people.startRecovery.execute(new StartRecovery(ADA.email, HERE, systemContext()));
      return issuedCode(thief, 'recovery');
    },
    run: ({ people, code }) =>
      people.finishRecovery.execute(
        new FinishRecovery(
          { cookie: undefined, email: ADA.email, code: code! },
          STOLEN,
          { address: HERE, device: '' },
          new Date(),
        ),
      ),
  },
];

/** Runs thief and owner in one process or in two, over the same stores. */
function describeInterruptions(
  name: string,
  processes: 1 | 2,
  open: () => Promise<{ kept: Kept; end(): Promise<void> }>,
) {
  describe(`work in progress during a password change: ${name}`, () => {
    let dir: string;
    let vault: KeyVault;
    let opened: { kept: Kept; end(): Promise<void> };
    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), 'epoch-'));
      vault = await openLmdbKeyVault({ dir: join(dir, 'keys') });
      opened = await open();
    });
    afterAll(async () => {
      await vault?.close();
      await opened?.end();
      rmSync(dir, { recursive: true, force: true });
    });

    /**
     * Runs the thief's call and changes the password at its step `at`. Returns the number of steps and who
     * has access.
     */
    const round = async (work: Work, at: number) => {
      const store = new MemoryEventStore();
      const settings = { RATE_LIMIT_CODES: '1000', RATE_LIMIT_LOGIN_FAILURES: '1000' };
      const interruption = new Interruption();
      const parts = { vault, kept: opened.kept, passwords: quick };
      const watched = { ...parts, watch: interruption.watch };
      const people = await openPeople(settings, store, mkdtempSync(join(dir, 'a-')), watched);
      const others =
        processes === 1 ? people : await openPeople(settings, store, mkdtempSync(join(dir, 'b-')), parts);
      const { userId } = await people.register.execute(
        new CreateUser({ ...ADA, password: OLD }, systemContext()),
      );
      await people.verifyEmail.execute(new MarkEmailVerified(userId, systemContext()));
      if (work.pin) await people.setPin.execute(new SetPin(userId, '4826', systemContext()));
      const session = await people.login.execute(new Login(ADA.email, OLD, ['user'], HERE));
      const thief = { people, userId, session, loot: {} as Thief['loot'] };
      const code = work.prepare && (await work.prepare(thief));
      const stolen = { ...thief, ...(code !== undefined && { code }) };
      const owner = async () => {
        const proof = { oldPassword: OLD };
        await others.changeOwnPassword.execute(new ChangeOwnPassword(userId, proof, NEW, systemContext()));
        for (const event of await store.readStream(userStream(userId))) people.users.onRecorded(event);
      };
      const steps = await interruption.run(() => work.run(stolen), at, owner);
      const gotIn: string[] = [];
      for (const [process, { sessions, users }] of Object.entries({ people, others })) {
        for (const token of [session.token, thief.loot.token])
          if (token !== undefined && (await sessions.find(token))) gotIn.push(`${process} session`);
        const { apiToken } = thief.loot;
        if (apiToken !== undefined && (await users.byApiToken(apiToken))) gotIn.push(`${process} token`);
      }
      const left = await opened.kept.sessions.idsOf(userId);
      const user = (await others.users.current(userId))!;
      const pinIsTheirs = user.pinMac !== undefined && user.pinMac === people.pins.mac(userId, '5937');
      const after = { password: user.passwordHash, sessions: left.length, apiToken: user.apiTokenDigest };
      await people.close();
      if (others !== people) await others.close();
      return { steps, gotIn, pinIsTheirs, after, loot: thief.loot };
    };

    it.each(WORKS)('$what gives no access, at any step', async (work) => {
      const undisturbed = await round(work, Infinity);
      expect(undisturbed.steps).toBeGreaterThan(2);
      const newHash = await quick.hash(NEW);
      for (let at = 1; at <= undisturbed.steps; at += 1) {
        const { gotIn, after } = await round(work, at);
        // When the thief changed the password first, the owner's change failed.
        if (after.password !== newHash) {
          expect({ at, what: work.what }).toEqual({ at, what: expect.stringContaining('password') });
          continue;
        }
        expect({ at, gotIn, after }).toEqual({ at, gotIn: [], after: { password: newHash, sessions: 0 } });
      }
    });

    it.each(WORKS.filter(({ what }) => what.includes('PIN')))(
      '$what is not stored after it',
      async (work) => {
        const { steps, pinIsTheirs } = await round(work, Infinity);
        expect(pinIsTheirs).toBe(true);
        const first = await round(work, 1);
        expect({ steps: first.steps <= steps, pin: first.pinIsTheirs }).toEqual({ steps: true, pin: false });
      },
    );
  });
}

describeInterruptions('sessions of one process', 1, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'epoch-sessions-'));
  const kept = openLmdbSessions({ dir });
  return {
    kept,
    end: async () => {
      await kept.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
});

describeWithRedis('on Redis', () => {
  describeInterruptions('sessions that two processes share', 2, async () => {
    const { url, prefix, end } = await openRedisUnderTest();
    const kept = await openRedisSessions({ url, prefix, connectMs: PATIENCE_MS, commandMs: PATIENCE_MS });
    return { kept, end: async () => void (await kept.close(), await end()) };
  });
});
