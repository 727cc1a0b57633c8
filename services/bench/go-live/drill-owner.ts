import { TOTP } from 'otpauth';
import { CALLS } from '../../contracts/calls.js';
import { send, signIn } from '../../standalone/testing/callers.js';

const PERIOD_MS = 30_000;

/** Owner with an authenticator app. */
export class DrillOwner {
  readonly password = 'Long-pass-word-1';
  private secret = '';
  /** Step of the newest code, because each code works once. */
  private lastStep = 0;

  constructor(
    readonly email: string,
    private readonly url: string,
  ) {}

  /** Signs in and sets up the second factor, as the pages do. Returns the number of fields that are typed. */
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

  /** The present code, or the next one when the present code was used. The server accepts both. */
  code(): string {
    const step = Math.max(Math.floor(Date.now() / PERIOD_MS), this.lastStep + 1);
    this.lastStep = step;
    return new TOTP({ secret: this.secret }).generate({ timestamp: step * PERIOD_MS });
  }
}
