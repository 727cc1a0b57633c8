/**
 * A random name of one thing that is sent: sent again under it, it is the same. `randomUUID` exists only on secure origins; a
 * wallet on a local network is not one.
 */
export function newKey(): string {
  const uuid = (crypto as Partial<Crypto>).randomUUID;
  if (uuid) return uuid.call(crypto);
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
