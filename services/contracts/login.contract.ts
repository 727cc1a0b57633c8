import { z } from 'zod';
import { PERMISSIONS } from './admin/administrators.contract.js';
import { anybody, browserChanges, browserReads, serverOnly, type Call } from './call.js';
import { BodyToken, Ok, Text } from './fields/http-fields.js';

export const LOGIN_CALLS = {
  login: anybody('/api/user_login/'),
  logout: { method: 'POST', path: '/api/logout/', kind: 'changes', access: 'session' },
  session: { method: 'POST', path: '/api/session/', kind: 'reads', access: 'session' },
  sessions: browserReads('/api/sessions/'),
  endSession: browserChanges('/api/end_session/'),
  endOtherSessions: browserChanges('/api/end_other_sessions/'),
} as const satisfies Record<string, Call>;

export const LOGIN_SHAPES = serverOnly(() => {
  /** Bounded, because it is hashed. */
  const Password = Text(1_024);

  const LoginAnswer = z.object({
    status: Ok,
    message: z.string(),
    access_token: z.string(),
    is_email_verify: z.boolean(),
    is_transaction_pin_set: z.boolean(),
  });

  return {
    login: {
      request: z.object({
        email: Text(254),
        password: Password,
      }),
      answer: LoginAnswer,
    },
    logout: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    sessions: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Last used first. */
        sessions: z.array(
          z.object({
            id: z.string(),
            /** Browser name; empty if not recorded. */
            device: z.string(),
            /** Network at login, `203.0.113.0/24`; empty if not recorded. */
            network: z.string(),
            started_at: z.string(),
            last_seen_at: z.string(),
            /** The calling session. */
            current: z.boolean(),
          }),
        ),
      }),
    },
    endSession: {
      request: z.object({ id: Text(64), access_token: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    endOtherSessions: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    session: {
      request: z.object({}),
      /** Optional fields: administrators only. */
      answer: LoginAnswer.extend({
        first_name: z.string().optional(),
        role: z.enum(['admin', 'auditor']).optional(),
        permissions: z.array(z.enum(PERMISSIONS)).optional(),
        must_enrol: z.boolean().optional(),
      }),
    },
  };
});
