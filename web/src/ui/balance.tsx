import { naira } from './format.js';
import { useHiddenBalance } from './use-hidden-balance.js';

/** An amount that can be kept out of sight. */
export function Balance({ amount }: { readonly amount: number }) {
  const [hidden] = useHiddenBalance();
  return hidden ? (
    <span>
      <span aria-hidden="true">₦ ••••••</span>
      <span className="nl-hidden">Balance hidden</span>
    </span>
  ) : (
    <span className="nl-number">{naira(amount)}</span>
  );
}
