import { TOTP } from 'otpauth';
import { CALLS } from '../../contracts/calls.js';
import { send, signIn } from '../../standalone/testing/callers.js';

const PERIOD_MS = 30_000;

export class DrillOwner {
  readonly password = 'Long-pass-word-1';
  private secret = '';
  /** Step of the newest code, because each code works once. */
  private lastStep = 0;

  constructor(
    readonly email: string,
    private readonly url: string,
  ) {}

  /** Returns the number of fields that are typed. */
  async enrol(): Promise<number> {
    const { headers } = await signIn(this.url, this.email, this.password, 'admin');
    const post = async (call: 'startSecondFactor' | 'confirmSecondFactor', body: object) => {
      const { status, body: answer } = await send(this.url + CALLS[call].path, 'POST', body, headers);
      if (status !== 200) throw new Error(`${call} answers ${status}: ${JSON.stringify(answer)}`);
      return answer;
    };
    const begun = await post('startSecondFactor', { password: this.password });
    this.secret = String(begun['secret']);
    await post('confirmSecondFactor', { enrolment: begun['enrolment'], code: this.code() });
    const typed = ['email', 'password', 'password again', 'code'];
    return typed.length;
  }

  /** Returns the next code when the present one was used. */
  code(): string {
    const step = Math.max(Math.floor(Date.now() / PERIOD_MS), this.lastStep + 1);
    this.lastStep = step;
    return new TOTP({ secret: this.secret }).generate({ timestamp: step * PERIOD_MS });
  }
}
