import type { Mail } from './mailer.js';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES.get(character)!);

export function htmlOf({
  text,
  logo,
  business = '',
}: Pick<Mail, 'text' | 'logo' | 'business'>): string | undefined {
  if (!logo) return undefined;
  const { address, width, height, plate, alone } = logo;
  const name = escaped(business);
  const picture = `<img src="${escaped(address)}" alt="${alone ? name : ''}" width="${width}" height="${height}" style="display:inline-block;vertical-align:middle;border:0;padding:8px;border-radius:8px;background:${plate}">`;
  const head = alone ? picture : `${picture} <span style="vertical-align:middle">${name}</span>`;
  return (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>' +
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 sans-serif">' +
    `<p style="margin:0 0 20px;font-weight:bold;font-size:18px">${head}</p>` +
    `<div style="max-width:600px;white-space:pre-wrap;overflow-wrap:anywhere">${linked(text, address)}</div></body></html>`
  );
}

/** Makes links only of our own addresses, because strangers write parts of mails. */
function linked(text: string, address: string): string {
  const own = `${new URL(address).origin}/`;
  return text
    .split(/(\s+)/)
    .map((word) => (word.startsWith(own) ? `<a href="${escaped(word)}">${escaped(word)}</a>` : escaped(word)))
    .join('');
}
