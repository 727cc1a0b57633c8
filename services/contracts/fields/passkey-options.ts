import { z } from 'zod';

/** Reference to an existing passkey. */
const Credential = z.object({ id: z.string(), type: z.literal('public-key') });

/** Options of `navigator.credentials.create`. @param selection further `authenticatorSelection` fields */
export const creationOptions = <Selection extends z.ZodRawShape>(selection: Selection) =>
  z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(Credential),
    authenticatorSelection: z.object({
      ...selection,
      residentKey: z.literal('discouraged'),
      userVerification: z.literal('required'),
    }),
  });

/** Options of `navigator.credentials.get`. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
});
