import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_LENGTH = 128;

export const webhookSignature = (rawBody: Buffer, secretKey: string): string =>
  createHmac('sha512', secretKey).update(rawBody).digest('hex');

/** True only when the signature is right. The comparison takes constant time. */
export function isWebhookSignature(shown: string | undefined, rawBody: Buffer, secretKey: string): boolean {
  if (shown?.length !== HEX_LENGTH) return false;
  const expected = Buffer.from(webhookSignature(rawBody, secretKey), 'latin1');
  const given = Buffer.from(shown.toLowerCase(), 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns undefined when the signature is wrong. `json` is undefined when the body is not JSON. */
export function signedJson(
  rawBody: Buffer,
  signature: string | undefined,
  secretKey: string,
): { readonly json: unknown } | undefined {
  if (!isWebhookSignature(signature, rawBody, secretKey)) return undefined;
  try {
    return { json: JSON.parse(new TextDecoder().decode(rawBody)) };
  } catch {
    return { json: undefined };
  }
}
