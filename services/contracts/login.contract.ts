import { z } from 'zod';
import { PERMISSIONS } from './admin/administrators.contract.js';
import { anybody, browserChanges, browserReads, serverOnly, type Call } from './call.js';
import { Done, TypedPassword } from './fields/account-fields.js';
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
  /** The length of a password is limited, because hashing a long text is slow. */
  const Password = TypedPassword.meta({
    description: 'The password of the account.',
    example: 'correct horse battery',
  });

  const LoginAnswer = z.object({
    status: Ok,
    message: z.string().meta({ example: 'Welcome back.' }),
    access_token: z.string().meta({ example: 'a token that belongs to this session' }),
    is_email_verify: z.boolean().meta({ example: true }),
    is_transaction_pin_set: z.boolean().meta({ example: true }),
  });

  return {
    login: {
      request: z.object({
        email: Text(254).meta({
          description: 'The email of the account. The phone, for a customer without an email.',
          example: 'ada@example.com',
        }),
        password: Password,
      }),
      answer: LoginAnswer,
    },
    logout: {
      request: z.object({ access_token: BodyToken }),
      answer: Done,
    },
    sessions: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        sessions: z.array(
          z.object({
            id: z.string().meta({ example: 's1' }),
            device: z.string().meta({ example: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0' }),
            /**
             * Network from which the session was started, such as `203.0.113.0/24`. Empty when the
             * network is unknown.
             */
            network: z.string().meta({ example: '203.0.113.0/24' }),
            started_at: z.string().meta({ example: '2026-03-02T09:58:01+01:00' }),
            last_seen_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
            current: z.boolean().meta({ example: true }),
          }),
        ),
      }),
    },
    endSession: {
      request: z.object({
        id: Text(64).meta({ description: 'The id of a session of the list.', example: 's1' }),
        access_token: BodyToken,
      }),
      answer: Done,
    },
    endOtherSessions: {
      request: z.object({ access_token: BodyToken }),
      answer: Done,
    },
    session: {
      request: z.object({}),
      /** Only administrators and auditors get the optional fields. */
      answer: LoginAnswer.extend({
        first_name: z.string().optional(),
        role: z.enum(['admin', 'auditor']).optional(),
        permissions: z.array(z.enum(PERMISSIONS)).optional(),
        must_enrol: z.boolean().optional(),
      }),
    },
  };
});
