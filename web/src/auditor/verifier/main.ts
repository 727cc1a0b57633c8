import {
  checkReceiptProof,
  type CheckedProof,
  type ProofTools,
} from '../../../../services/contracts/proofs/receipt-proof.js';

/** Tools for verifying a proof. All of them run in the browser, so a saved copy of the page works offline. */

const TOOLS: ProofTools = {
  sha256: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(data))),
  async verifyEd25519(publicKey, text, signature) {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
      'verify',
    ]);
    return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(text));
  },
};

const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['PurchaseAccepted', 'Accepted, not ended yet'],
  ['PurchaseCaptured', 'Delivered and paid'],
  ['PurchaseReleased', 'Not delivered, money given back'],
  ['PurchaseReversed', 'Taken back after delivery, money given back'],
]);
const FILE_MAX = 5_000_000;

const naira = (kobo: string): string => {
  if (!/^\d{1,18}$/.test(kobo)) return kobo;
  const digits = kobo.padStart(3, '0');
  return `₦${BigInt(digits.slice(0, -2)).toLocaleString('en-NG')}.${digits.slice(-2)}`;
};
const lagos = (at: string): string => {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return `${time.toLocaleString('en-GB', { timeZone: 'Africa/Lagos', dateStyle: 'medium', timeStyle: 'medium' })} (Lagos)`;
};

const part = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const element = (name: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

/**
 * Calls a receipt genuine only when the operator's published key was given, because a forger can sign with
 * any other key.
 */
const verdictOf = (valid: boolean, keyGiven: boolean): string => {
  if (!valid) return 'Do not trust this receipt';
  return keyGiven ? 'This receipt is genuine' : 'The proof holds with the key that it brings';
};

function show({ valid, parts, receipt }: CheckedProof, keyGiven: boolean): void {
  const result = part('result');
  result.dataset['valid'] = String(valid);
  const verdict = element('h2', verdictOf(valid, keyGiven));
  const facts = document.createElement('dl');
  const rows: readonly (readonly [string, string])[] = receipt
    ? [
        ['Reference', receipt.reference],
        ['Service', receipt.service],
        ['Charged', naira(receipt.priceKobo)],
        ['Bought', lagos(receipt.boughtAt)],
        ['Outcome', OUTCOMES.get(receipt.outcome) ?? receipt.outcome],
        ['Sealed', `${lagos(receipt.sealedAt)}, with ${receipt.sealedEvents.toLocaleString('en-NG')} events`],
      ]
    : [];
  for (const [label, value] of rows) facts.append(element('dt', label), element('dd', value));
  const list = document.createElement('ul');
  for (const { ok, says } of parts) list.append(element('li', says, ok ? 'holds' : 'wrong'));
  result.replaceChildren(verdict, ...(valid ? [facts] : []), list);
}

let opened: unknown;

async function check(): Promise<void> {
  const key = part<HTMLInputElement>('key').value.trim();
  if (opened === undefined) return;
  show(await checkReceiptProof(opened, TOOLS, key === '' ? undefined : key), key !== '');
}

async function read(file: File | undefined): Promise<void> {
  if (!file) return;
  part('name').textContent = file.name;
  try {
    const value = JSON.parse(file.size > FILE_MAX ? '' : await file.text()) as { proof?: unknown } | null;
    opened = value?.proof ?? value;
  } catch {
    opened = null;
  }
  await check();
}

const chosen = part<HTMLInputElement>('file');
chosen.addEventListener('change', () => void read(chosen.files?.[0]));
part('key').addEventListener('input', () => void check());
const drop = part('drop');
for (const name of ['dragenter', 'dragover'])
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
for (const name of ['dragleave', 'drop']) drop.addEventListener(name, () => drop.classList.remove('over'));
drop.addEventListener('drop', (event) => {
  event.preventDefault();
  void read(event.dataTransfer?.files[0]);
});
