import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';

const TOKEN_SECONDS = 3_567;

export class MonnifyTokens {
  private readonly endsAt = new Map<string, number>();
  private readonly basic: string;

  constructor(
    apiKey: string,
    secretKey: string,
    private readonly now: () => number,
  ) {
    this.basic = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`;
  }

  /** `undefined` for wrong keys. */
  login(authorization: string | undefined): { accessToken: string; expiresIn: number } | undefined {
    if (authorization !== this.basic) return undefined;
    for (const [token, endsAt] of this.endsAt) if (endsAt <= this.now()) this.endsAt.delete(token);
    const accessToken = randomBytes(32).toString('base64url');
    this.endsAt.set(accessToken, this.now() + TOKEN_SECONDS * 1_000);
    return { accessToken, expiresIn: TOKEN_SECONDS };
  }

  readonly bearerOnly = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const endsAt = token === undefined ? undefined : this.endsAt.get(token);
    if (endsAt !== undefined && endsAt > this.now()) return undefined;
    return reply
      .code(401)
      .send({ error: 'invalid_token', error_description: 'Cannot convert access token to JSON' });
  };
}
