const SHOWN_MS = 5_000;
/** Maximum number of toasts; the oldest goes first. */
const SHOWN_MAX = 4;

export interface Toast {
  readonly id: number;
  readonly message: string;
}

let shown: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

export const shownToasts = (): readonly Toast[] => shown;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const dismissToast = (id: number): void => show(shown.filter((toast) => toast.id !== id));

export function toast(message: string, shownMs: number = SHOWN_MS): void {
  const id = nextId++;
  show([...shown, { id, message }].slice(-SHOWN_MAX));
  setTimeout(dismissToast, shownMs, id);
}
