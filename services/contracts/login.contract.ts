import { z } from 'zod';
import { PERMISSIONS } from './admin/administrators.contract.js';
import { serverOnly, type Call } from './call.js';
import { BodyToken, Ok, Text } from './fields/http-fields.js';

export const LOGIN_CALLS = {
  login: { method: 'POST', path: '/api/user_login/', kind: 'changes', access: 'public' },
  logout: { method: 'POST', path: '/api/logout/', kind: 'changes', access: 'session' },
  session: { method: 'POST', path: '/api/session/', kind: 'reads', access: 'session' },
} as const satisfies Record<string, Call>;

/** Shapes of LOGIN_CALLS. */
export const LOGIN_SHAPES = serverOnly(() => {
  /** Bounded because it is hashed. */
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
    session: {
      request: z.object({}),
      /** Of an administrator also who they are and what they may do. */
      answer: LoginAnswer.extend({
        first_name: z.string().optional(),
        role: z.enum(['admin', 'auditor']).optional(),
        permissions: z.array(z.enum(PERMISSIONS)).optional(),
        must_enrol: z.boolean().optional(),
      }),
    },
  };
});
