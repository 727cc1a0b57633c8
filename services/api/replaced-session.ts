import type { FastifyReply } from 'fastify';
import type { ApiSessions } from './api-deps.js';
import type { Caller } from './caller.js';
import type { Cookies } from './cookies.js';

/** Gives the browser a session with new tokens. With `everywhere`, all sessions of the person end; else the one it had. */
export async function replaceSession(
  { userId, role, session }: Caller,
  reply: FastifyReply,
  { sessions, cookies }: { readonly sessions: ApiSessions; readonly cookies: Cookies },
  everywhere: boolean,
): Promise<{ readonly access_token: string }> {
  if (everywhere) await sessions.endAll(userId);
  else if (session) await sessions.endById(session.id);
  const started = await sessions.start({ userId, role });
  const cookie = role === 'user' ? 'session' : 'admin_session';
  reply.header('set-cookie', [cookies.session(cookie, started.token), cookies.csrf(started.csrfToken)]);
  return { access_token: started.accessToken };
}
