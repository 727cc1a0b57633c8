import type { PlantedFault } from '../wiring.js';
import { over } from './appends.js';

export const PEOPLE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'count-for-itself',
    what: 'each process counts the wrong PINs that it sees, and nobody those of all',
    foundBy: 4,
    wiring: {
      tries: (tries) => {
        const wrong = new Map<string, number>();
        return over(tries, {
          judge(subject, right, rule, now) {
            const count = right ? 0 : (wrong.get(subject) ?? 0) + 1;
            wrong.set(subject, count);
            if (right) return tries.judge(subject, right, rule, now);
            return Promise.resolve(
              count < rule.max
                ? { outcome: 'wrong' as const, left: rule.max - count }
                : { outcome: 'locked' as const, until: now + rule.locksMs[0]! },
            );
          },
        });
      },
    },
  },
  {
    name: 'forget-the-lock',
    what: 'a PIN that is locked is unlocked by the right one, and nothing of it is stored',
    foundBy: 4,
    wiring: {
      tries: (tries) =>
        over(tries, {
          judge: async (subject, right, rule, now) =>
            right ? { outcome: 'passed' as const } : tries.judge(subject, right, rule, now),
        }),
      store: (store) =>
        over(store, {
          append: (stream, head, events) =>
            events.some(({ type }) => type === 'PinLocked')
              ? Promise.resolve({ head, position: undefined })
              : store.append(stream, head, events),
        }),
    },
  },
  {
    name: 'keep-sessions',
    what: 'a process remembers sessions that another one has ended',
    foundBy: 1207,
    wiring: {
      sessions: (sessions) => {
        const seen = new Map<string, Awaited<ReturnType<typeof sessions.get>>>();
        return over(sessions, {
          async get(id) {
            const known = seen.get(id) ?? (await sessions.get(id));
            if (known) seen.set(id, known);
            return known;
          },
        });
      },
    },
  },
  {
    name: 'leave-half-forgotten',
    what: 'nobody finishes erasing a person that somebody began to erase',
    foundBy: 7,
    wiring: { forgettings: () => ({ unfinished: () => Promise.resolve([]) }) },
  },
  {
    name: 'credit-the-forgotten',
    what: 'money is credited to whomever an account was made for, also when they were forgotten',
    foundBy: 94,
    wiring: {
      store: (store, { role }) =>
        role === 'worker'
          ? over(store, {
              readStream: async (stream, options) =>
                (await store.readStream(stream, options)).map((event) =>
                  event.type === 'PersonForgotten' ? { ...event, type: 'Nothing' } : event,
                ),
            })
          : store,
    },
  },
  {
    name: 'ask-nothing-of-the-forgotten',
    what: 'a vendor is not asked about an order whose personal fields are erased',
    foundBy: 351,
    wiring: {
      vendor: (adapter) =>
        over(adapter, {
          query: (attempt) =>
            'phone' in attempt.request
              ? adapter.query(attempt)
              : Promise.resolve({ outcome: 'unknown', reason: 'unreadable', silent: true }),
        }),
    },
  },
  {
    name: 'forget-a-mail',
    what: 'a mail that the mail server did not take counts as sent',
    foundBy: 37,
    wiring: {
      mailer: (mailer) => over(mailer, { send: (mail) => mailer.send(mail).catch(() => undefined) }),
    },
  },
  {
    name: 'mail-of-nothing',
    what: 'a mail is sent a second time as if something else had happened',
    foundBy: 4,
    wiring: {
      mailer: (mailer) =>
        over(mailer, {
          async send(mail) {
            await mailer.send(mail);
            await mailer.send({ ...mail, id: `${mail.id}-again` });
          },
        }),
    },
  },
];
