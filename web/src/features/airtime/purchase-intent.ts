import type { NetworkCode } from '../../../../services/contracts/services.js';

/** One purchase somebody is about to make. The key makes sending it twice harmless; the PIN is never part of it. */
export interface PurchaseIntent {
  readonly key: string;
  readonly amount: string;
  readonly network: NetworkCode;
  readonly phone: string;
  readonly createdAt: string;
  /** Whether it has left this browser; only then can its outcome be in doubt. */
  readonly sent: boolean;
}

const KEY = 'naira-ledger-purchase';

/** Keeps the purchase through a reload, so that a lost answer is looked up and not bought again. */
export const purchaseIntents = {
  begin: (purchase: Pick<PurchaseIntent, 'amount' | 'network' | 'phone'>): PurchaseIntent =>
    keep({ ...purchase, key: newKey(), createdAt: new Date().toISOString(), sent: false }),
  markSent: (intent: PurchaseIntent): PurchaseIntent => keep({ ...intent, sent: true }),
  /** The server refused it, and it was never in doubt. */
  markRefused: (intent: PurchaseIntent): PurchaseIntent => keep({ ...intent, sent: false }),
  /** The purchase whose outcome nobody has told us. */
  inDoubt: (): PurchaseIntent | undefined => {
    const kept = sessionStorage.getItem(KEY);
    const intent = kept ? (JSON.parse(kept) as PurchaseIntent) : undefined;
    return intent?.sent ? intent : undefined;
  },
  forget: (): void => sessionStorage.removeItem(KEY),
};

function keep(intent: PurchaseIntent): PurchaseIntent {
  sessionStorage.setItem(KEY, JSON.stringify(intent));
  return intent;
}

/** `randomUUID` exists only on secure origins; a wallet on a local network is not one. */
function newKey(): string {
  const uuid = (crypto as Partial<Crypto>).randomUUID;
  if (uuid) return uuid.call(crypto);
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
