import { z } from 'zod';

/** A key that a device has, as browsers name it. */
const Credential = z.object({ id: z.string(), type: z.literal('public-key') });

/** What `navigator.credentials.create` is asked. @param selection what else is wanted of the device */
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

/** What `navigator.credentials.get` is asked. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
});
