import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM, type EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { BvnRecords } from '../bvn/bvn-records.js';
import { CreateUser } from '../registration/create-user.handler.js';
import { ADA, openPeople, type People, withoutEmail } from '../testing/people.js';
import { emailStream, FORGETTINGS_STREAM, userStream } from '../user.events.js';
import { buy, fund } from '../../wallet/testing/given-wallet.js';
import type { WalletCommand } from '../../wallet/wallet.commands.js';
import { ForgetPerson } from './forget-person.js';
import { Forgettings } from './forgettings.js';

/** Last step before the process ended. */
type DiedAfter = 'ForgettingBegun' | 'the key' | 'PersonForgotten';

let dir: string;
let store: EventStore;
let vault: KeyVault;
let people: People;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'forgetting-'));
  store = new MemoryEventStore();
  vault = await openLmdbKeyVault({ dir: join(dir, 'shared-keys') });
  people = await openPeople({}, store, join(dir, 'people'), { vault });
});
afterAll(async () => {
  await people.close();
  await vault.close();
  rmSync(dir, { recursive: true, force: true });
});

/**
 * Erasures in one process. `reach` is called after each step; a promise that never resolves stands for a dead
 * process.
 */
function processOf(reach: (step: string) => Promise<void> = async () => undefined): {
  forgettings: Forgettings;
  person: ForgetPerson;
} {
  const watched = {
    head: store.head.bind(store),
    readStream: store.readStream.bind(store),
    append: async (...[stream, head, events]: Parameters<EventStore['append']>) => {
      const appended = await store.append(stream, head, events);
      for (const { type } of events) await reach(type);
      return appended;
    },
  } as unknown as EventStore;
  const keys = {
    forget: async (userId: string) => {
      await vault.forget(userId);
      await reach('the key');
    },
  } as KeyVault;
  const { users, sessions, wallets, tries, secrets } = people;
  const forgettings = new Forgettings(watched);
  const bvns = new BvnRecords(watched, vault, secrets);
  return {
    forgettings,
    person: new ForgetPerson(users, sessions, wallets, bvns, watched, keys, tries, forgettings),
  };
}

describe('a person to be forgotten', () => {
  it.each(['ForgettingBegun', 'the key', 'PersonForgotten'] as const)(
    'is erased by the next process when the first one dies after %s',
    async (last: DiedAfter) => {
      const email = `${last.replace(' ', '-')}@example.test`;
      const { userId } = await people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));

      let died!: () => void;
      const death = new Promise<void>((resolve) => (died = resolve));
      const dies = (step: string): Promise<void> => {
        if (step !== last) return Promise.resolve();
        died();
        return new Promise(() => undefined);
      };
      const whole = processOf(dies).person.forget(userId);
      expect(await Promise.race([death, whole.then(() => 'it never got there')])).toBeUndefined();

      const next = processOf();
      expect(await next.forgettings.unfinished(Infinity)).toEqual([userId]);
      await next.person.forget(userId);

      const events = await store.readStream(userStream(userId));
      expect(events.filter(({ type }) => type === 'PersonForgotten')).toHaveLength(1);
      expect(events.at(-1)!.type).toBe('PersonForgotten');
      expect(vault.open(userId, String(events[0]!.data['sealed']))).toBeUndefined();
      expect(await people.users.emails.ownerOf(email)).toBeUndefined();
      expect(await next.forgettings.unfinished(Infinity)).toEqual([]);
    },
  );

  it('is refused while money is held, unless the erasure was begun', async () => {
    const email = 'buys-on@example.test';
    const { userId } = await people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));
    const wallet = (command: WalletCommand) => people.wallets.handle(userId, command, systemContext());
    await wallet(fund(1_000n));
    await wallet(buy(`of-${userId}`, 400n));
    const { person, forgettings } = processOf();
    await expect(person.forget(userId)).rejects.toThrow('purchases under way');
    expect(await forgettings.unfinished(Infinity)).toEqual([]);
    // A purchase was accepted although another process had begun the erasure and died.
    await forgettings.begin(userId, systemContext());
    expect(await person.forget(userId)).toEqual({ userId, available: 600n });
    expect(await forgettings.unfinished(Infinity)).toEqual([]);
    expect(await people.users.emails.ownerOf(email)).toBeUndefined();
  });

  it('frees emails that were claimed for them and never theirs, and is not found by those', async () => {
    const email = 'half@example.test';
    const { userId } = await people.register.execute(
      new CreateUser({ ...ADA, email: 'whole@example.test' }, systemContext()),
    );
    const claimed = fact('EmailClaimed', { userId }, systemContext());
    await store.append(emailStream(people.users.emails.mac(email)), NO_STREAM, [claimed]);
    await expect(processOf().person.forget(email)).rejects.toThrow('nobody has this email');
    await processOf().person.forget('Whole@example.test');
    const next = await people.register.execute(new CreateUser({ ...ADA, email }, systemContext()));
    expect(next.isNew).toBe(true);
  });

  it('frees the phone that signed them in', async () => {
    await withoutEmail(people, 'moved');
    await processOf().person.forget('moved');
    expect(await people.users.phones.ownerOf('08039999999')).toBeUndefined();
  });

  it('frees a former phone whose claim a crash left', async () => {
    const userId = 'moved-before';
    await withoutEmail(people, userId);
    const { users, vault, store } = people;
    const [firstName, lastName, phone] = ['Ada', 'Obi', '08037777777'];
    const sealed = vault.seal(userId, { firstName, lastName, phone });
    const head = await store.head(userStream(userId));
    const changed = fact('ProfileChanged', { userId, sealed }, systemContext());
    await store.append(userStream(userId), head, [changed]);
    await processOf().person.forget(userId);
    expect(await users.phones.ownerOf('08039999999')).toBeUndefined();
  });

  it('is noted before any data is erased', async () => {
    const { userId } = await people.register.execute(new CreateUser(ADA, systemContext()));
    const steps: string[] = [];
    await processOf(async (step) => void steps.push(step)).person.forget(userId);
    expect(steps).toEqual([
      'ForgettingBegun',
      'EmailFreed',
      'the key',
      'PersonForgotten',
      'ForgettingFinished',
    ]);
    expect((await store.readStream(FORGETTINGS_STREAM)).at(-1)!.data).toEqual({ userId });
  });
});
