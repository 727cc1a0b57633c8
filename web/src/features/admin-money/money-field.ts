export interface MoneyField {
  /** As the call names it: what the server refuses stands under it. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'money' | 'text' | 'choice';
  readonly hint?: string;
  readonly max?: number;
  readonly first?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}
