/** Africa/Lagos is UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000;

/**
 * A VTpass `request_id`: the Lagos minute as YYYYMMDDHHmm (VTpass refuses another day's), then 24 letters or digits of
 * the unique part, 36 in all.
 */
export function mintVtpassReference(now: Date, uniquePart: string): string {
  const iso = new Date(now.getTime() + LAGOS_OFFSET_MS).toISOString();
  const minute = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10) + iso.slice(11, 13) + iso.slice(14, 16);
  return minute + uniquePart.replace(/[^A-Za-z0-9]/g, '').slice(-24);
}
