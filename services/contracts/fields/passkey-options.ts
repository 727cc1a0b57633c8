import { z } from 'zod';

const Credential = z.object({ id: z.string().meta({ example: 'sd2Ya9kq' }), type: z.literal('public-key') });

/**
 * Schema of the options for creating a passkey.
 * @param selection further fields of `authenticatorSelection`
 */
export const creationOptions = <Selection extends z.ZodRawShape>(selection: Selection) =>
  z.object({
    challenge: z.string().meta({ example: 'q83vEjRWeJA' }),
    rp: z.object({
      id: z.string().meta({ example: 'ledger.example.com' }),
      name: z.string().meta({ example: 'Ada Pay' }),
    }),
    user: z.object({
      id: z.string().meta({ example: 'YWRh' }),
      name: z.string().meta({ example: 'ada@example.com' }),
      displayName: z.string().meta({ example: 'Ada Obi' }),
    }),
    pubKeyCredParams: z.array(
      z.object({ alg: z.number().meta({ example: -7 }), type: z.literal('public-key') }),
    ),
    timeout: z.number().meta({ example: 180000 }),
    attestation: z.literal('none'),
    excludeCredentials: z.array(Credential).meta({ example: [] }),
    authenticatorSelection: z.object({
      ...selection,
      residentKey: z.literal('discouraged'),
      userVerification: z.literal('required'),
    }),
  });

/** Options of `navigator.credentials.get`. */
export const RequestOptions = z.object({
  challenge: z.string().meta({ example: 'q83vEjRWeJA' }),
  rpId: z.string().meta({ example: 'ledger.example.com' }),
  timeout: z.number().meta({ example: 180000 }),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Credential),
});
