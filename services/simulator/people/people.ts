import { systemContext } from '../../../infra/event-store/event-context.js';
import { now } from '../../../infra/host/clock.js';
import { SessionsUnavailable } from '../../../infra/sessions/session-store.js';
import type { AccountPurchaseRequest } from '../../api/purchasing.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ForgettingRefused } from '../../customers/forgetting/forget-person.js';
import { Login } from '../../customers/login/login.handler.js';
import { ChangePin } from '../../customers/pin/change-pin.handler.js';
import { ChangeOwnPassword } from '../../customers/recovery/change-own-password.handler.js';
import { FinishRecovery } from '../../customers/recovery/finish-recovery.handler.js';
import { StartRecovery } from '../../customers/recovery/start-recovery.handler.js';
import { PlaceOrder } from '../../purchases/accept/place-order.handler.js';
import { derivedId } from '../../purchases/accept/references.js';
import { userOf } from '../scenario.js';
import type { SimulatedWorld } from '../simulated-world.js';
import { buyAt, type Door } from './buying.js';
import { emailOf, FIRST_PASSWORD, FIRST_PIN } from './customers-room.js';
import type { PlannedAct } from './people-plan.js';

interface Person {
  readonly userId: string;
  /** Possible passwords of the person, the most likely first. */
  passwords: string[];
  pins: string[];
  token: string | undefined;
  readonly tokens: string[];
}

const ADDRESS = '102.89.1.1';
const ORIGIN = { address: ADDRESS, device: 'simulated' };
const OTHER_BROWSER_SHARE = 0.3;
const AGAIN_MS = 3_000;
const FROZEN_MS = 25_000;
const NEW_PINS = ['8642', '9517', '3826', '7391'];

/**
 * Simulated people: customers who log in, an attacker who guesses PINs, and an administrator who
 * freezes accounts.
 */
export class People {
  readonly #people = new Map<string, Person>();

  constructor(private readonly world: SimulatedWorld) {
    for (let customer = 0; customer < world.scenario.customers; customer += 1) {
      const userId = userOf(customer);
      this.#people.set(userId, {
        userId,
        passwords: [FIRST_PASSWORD],
        pins: [FIRST_PIN],
        token: undefined,
        tokens: [],
      });
      world.judge.people.begins(userId, FIRST_PIN);
    }
  }

  plan(acts: readonly PlannedAct[]): void {
    const { scheduler } = this.world;
    for (const person of this.#people.values()) this.#signIn(person);
    for (const act of acts)
      scheduler.in(act.atMs, undefined, `act ${act.kind}`, () =>
        this.#act(this.#of(userOf(act.customer)), act),
      );
  }

  shows(userId: string): { readonly token: string | undefined; readonly pin: string } {
    const { token, tokens, pins } = this.#of(userId);
    const { random } = this.world.scheduler;
    // Use an older session in some cases, as if the customer had a second browser.
    const isOther = tokens.length > 1 && random.chance(OTHER_BROWSER_SHARE);
    return { token: isOther ? random.pick(tokens) : token, pin: pins[0]! };
  }

  learns(
    userId: string,
    code: string,
    shown: { readonly token: string | undefined; readonly pin: string },
  ): void {
    const person = this.#of(userId);
    if (code === 'SESSION_EXPIRED' && person.token === shown.token) {
      person.token = undefined;
      this.#signIn(person);
    }
    if (code === 'PIN_INCORRECT' && person.pins.length > 1 && person.pins[0] === shown.pin)
      person.pins = [...person.pins.slice(1), shown.pin];
  }

  #act(person: Person, { kind, times }: PlannedAct): void {
    const { coverage, story } = this.world;
    const { userId } = person;
    coverage.fault(`account ${kind}`);
    story.tell(userId, () => `account: ${kind}`);
    switch (kind) {
      case 'guess':
        return this.#guess(person, times);
      case 'changePin':
        return this.#changePin(person, NEW_PINS[times % NEW_PINS.length]!);
      case 'changePassword':
        return this.#changePassword(person, `another password ${times}`);
      case 'recover':
        return this.#recover(person, `a recovered password ${times}`);
      case 'signOut':
        return this.#signOut(person);
      case 'freeze':
        return this.#freeze(person);
      case 'forget':
        return this.#forget(person);
    }
  }

  #signIn(person: Person, tries = 40): void {
    const [password] = person.passwords;
    this.#at(
      ({ customers }) =>
        customers.login.execute(new Login(emailOf(person.userId), password!, ['user'], ADDRESS)),
      {
        done: ({ token }) => {
          person.token = token;
          person.tokens.push(token);
        },
        failed: (code) => {
          if (code === 'LOGIN_FAILED') person.passwords = [...person.passwords.slice(1), password!];
          this.world.scheduler.in(AGAIN_MS, undefined, 'signs in again', () => {
            if (tries > 0 && person.token === undefined) this.#signIn(person, tries - 1);
          });
        },
      },
    );
  }

  /** Sends all guesses at the same time to all processes. */
  #guess(person: Person, times: number): void {
    const { scheduler, judge } = this.world;
    const { userId, token } = person;
    for (let n = 0; n < times; n += 1) {
      const pin = `90${10 + n}`;
      const key = `guess-${Math.round(scheduler.now)}-${n}`;
      const sentAtMs = scheduler.now;
      judge.people.asked(derivedId(userId, key), { userId, token, pin, sentAtMs });
      this.#at((door) => buyAt(door, { token, pin, key }, guessed), {
        failed: (code) => judge.people.answered(userId, code, sentAtMs),
      });
    }
  }

  #changePin(person: Person, pin: string): void {
    const { judge } = this.world;
    const [old] = person.pins;
    if (pin === old) return;
    judge.people.pinMayChange(person.userId, pin);
    person.pins.push(pin);
    const proof = { how: 'old', oldPin: old! } as const;
    const change = ({ customers }: Door): Promise<void> =>
      customers.changePin.execute(new ChangePin(person.userId, proof, pin, systemContext()));
    const sentAtMs = this.world.scheduler.now;
    this.#at(change, {
      done: () => {
        judge.people.pinChanged(person.userId, old!);
        person.pins = [pin];
      },
      failed: (code) => judge.people.answered(person.userId, code, sentAtMs),
    });
  }

  #changePassword(person: Person, password: string): void {
    const [old] = person.passwords;
    const tokens = [...person.tokens];
    person.passwords.push(password);
    const command = (): ChangeOwnPassword =>
      new ChangeOwnPassword(person.userId, { oldPassword: old! }, password, systemContext());
    this.#at(({ customers }) => customers.changeOwnPassword.execute(command()), {
      done: () => this.#hasPassword(person, password, tokens),
    });
  }

  #recover(person: Person, password: string): void {
    const { scheduler, post } = this.world;
    const email = emailOf(person.userId);
    const tokens = [...person.tokens];
    this.#at(
      ({ customers }) => customers.startRecovery.execute(new StartRecovery(email, ADDRESS, systemContext())),
      {
        done: ({ cookie }) =>
          scheduler.in(8_000, undefined, 'reads mail', () => {
            const code = post.newestCode(email);
            if (code === undefined) return;
            person.passwords.push(password);
            const proof = { cookie, email: undefined, code };
            this.#at(
              ({ customers }) =>
                customers.finishRecovery.execute(new FinishRecovery(proof, password, ORIGIN, now())),
              { done: () => this.#hasPassword(person, password, tokens) },
            );
          }),
      },
    );
  }

  #hasPassword(person: Person, password: string, tokens: readonly string[]): void {
    for (const token of tokens) this.world.judge.people.sessionEnded(token);
    person.passwords = [password];
    if (person.token !== undefined && !tokens.includes(person.token)) return;
    person.token = undefined;
    this.#signIn(person);
  }

  #signOut(person: Person): void {
    const { token } = person;
    if (token === undefined) return;
    this.#at(({ customers }) => customers.sessions.end(token), {
      done: () => {
        this.world.judge.people.sessionEnded(token);
        if (person.token !== token) return;
        person.token = undefined;
        this.#signIn(person);
      },
    });
  }

  #freeze({ userId }: Person): void {
    const { scheduler, judge } = this.world;
    const set = (frozen: boolean, done: () => void): void => {
      const command = { type: 'SetSpending', frozen, reason: 'simulated' } as const;
      this.#at(({ customers }) => customers.users.handle(userId, command, systemContext()), { done });
    };
    set(true, () => {
      judge.people.frozen(userId);
      scheduler.in(FROZEN_MS, undefined, 'thaws', () => {
        judge.people.thaws(userId);
        set(false, () => undefined);
      });
    });
  }

  #forget({ userId }: Person): void {
    const { judge, coverage } = this.world;
    this.#at(({ customers }) => customers.forgetting.forget(userId), {
      done: () => {
        coverage.total('people forgotten');
        judge.people.forgotten(userId);
        judge.mail.forgotten(userId);
      },
    });
  }

  /** Calls a random process. */
  #at<Answer>(
    work: (door: Door) => Promise<Answer>,
    told: { readonly done?: (answer: Answer) => void; readonly failed?: (code: string) => void },
  ): void {
    const { scheduler, story } = this.world;
    const role = scheduler.random.pick(this.world.up());
    const way = (): number => 1 + scheduler.random.fraction() * 30;
    if (!role?.api?.door) return told.failed?.('none');
    const { door } = role.api;
    scheduler.in(way(), role.process, 'account call', () => {
      work(door).then(
        (answer) => void scheduler.in(way(), undefined, 'account answer', () => told.done?.(answer)),
        (error: unknown) => {
          story.tell('somebody', () => `hears ${String(error)}`);
          scheduler.in(way(), undefined, 'account refusal', () => told.failed?.(refusalText(error)));
        },
      );
    });
  }

  #of(userId: string): Person {
    return this.#people.get(userId)!;
  }
}

const guessed = (order: AccountPurchaseRequest): PlaceOrder<'airtime'> =>
  new PlaceOrder('airtime', order, { network: 1, phone: '08031234567', amount: 100_00n });

function refusalText(error: unknown): string {
  if (error instanceof RuleBroken) return error.code;
  return error instanceof SessionsUnavailable || error instanceof ForgettingRefused ? 'none' : 'FAULT';
}
