import { TOTP } from 'otpauth';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Authenticator, type Oddities } from '../../customers/passkeys/testing/authenticator.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { ADA, openPeople, type People } from '../../customers/testing/people.js';
import type { User } from '../../customers/user.state.js';
import type { SignedByDevice } from '../passkeys/administrator-passkeys.js';
import { secondFactorsOf } from './second-factors-of.js';

export const PARTY = { id: 'ledger.example.com', origin: 'https://ledger.example.com' };
export const { password: PASSWORD } = ADA;
/** Cookie value of the browser. */
export const HERE = 'attempt-1';
const PERIOD_MS = 30_000;

/** Error code, or `done`. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
  );

export class DeviceOwner {
  readonly store = new MemoryEventStore();
  readonly device = new Authenticator(PARTY);
  now = new Date('2026-03-10T08:00:00.000Z');
  people!: People;
  here!: ReturnType<typeof secondFactorsOf>;
  ada!: User;
  passkeyId = '';
  enrolmentId = '';
  private secret = '';

  static async open(): Promise<DeviceOwner> {
    const owner = new DeviceOwner();
    owner.people = await openPeople({ PUBLIC_URL: PARTY.origin }, owner.store);
    owner.here = owner.another();
    owner.ada = await owner.person('ada@example.test');
    await owner.enrol();
    owner.passkeyId = await owner.add(owner.ada, owner.device);
    const { secondFactor } = await owner.here.administrators.load(owner.ada.userId);
    owner.enrolmentId = secondFactor!.enrolmentId;
    return owner;
  }

  /** Another process. */
  readonly another = () => secondFactorsOf(this.people, this.store);
  readonly context = () => systemContext(this.now);
  readonly later = (ms: number) => void (this.now = new Date(this.now.getTime() + ms));

  async person(email: string): Promise<User> {
    const { userId } = await this.people.register.execute(
      new CreateUser({ ...ADA, email, role: 'admin' }, systemContext()),
    );
    return (await this.people.users.byId(userId))!;
  }

  readonly code = (secret = this.secret) => new TOTP({ secret }).generate({ timestamp: this.now.getTime() });

  /**
   * Replaces the second factor; `proof` is a code of the old one. Moves the clock forward, because each code
   * works once.
   */
  async enrol(who = this.ada, proof?: string): Promise<void> {
    const { factors } = this.here;
    const begun = await factors.start(who.userId, PASSWORD, proof, this.context());
    this.later(PERIOD_MS);
    const shown = { enrolment: begun.enrolment, code: this.code(begun.secret) };
    await factors.confirm(who.userId, shown, undefined, this.context());
    this.later(PERIOD_MS);
    if (who === this.ada) this.secret = begun.secret;
  }

  async add(who: User, device: Authenticator, odd: Oddities = {}): Promise<string> {
    const { challenge } = await this.here.passkeys.begin(who, this.now);
    const asked = { credential: device.create(challenge, odd), name: 'Laptop', device: 'Firefox' };
    return this.here.passkeys.add(who.userId, asked, this.context());
  }

  async challenge(who = this.ada): Promise<string> {
    return (await this.here.factors.challenge(who, HERE, this.now)).challenge;
  }

  async signed(odd: Oddities = {}): Promise<SignedByDevice> {
    return { answer: this.device.sign(await this.challenge(), odd), attempt: HERE };
  }

  readonly prove = (shown: string | SignedByDevice | undefined, by = this.here, who = this.ada) =>
    outcomeOf(by.factors.prove(who, shown, this.context()));

  async facts(): Promise<string[]> {
    return (await this.store.readStream(`administrator-${this.ada.userId}`)).map(({ type }) => type);
  }

  async forgetTries(): Promise<void> {
    await this.people.tries.clear(`second-factor:${this.ada.userId}:${this.enrolmentId}`);
  }
}
