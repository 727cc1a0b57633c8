/** Names one filled-in form, so that sending it twice is sending it once. */
export const newFormId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
