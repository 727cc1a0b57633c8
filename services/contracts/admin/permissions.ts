/** `support` helps customers, `finance` moves money and prices, `owner` may do everything. Auditors have none. */
export const PERMISSIONS = ['support', 'finance', 'owner'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** True when any `wanted` permission is held; `owner` always suffices. */
export const may = (
  { permissions }: { readonly permissions: readonly Permission[] },
  wanted: readonly Permission[],
): boolean => permissions.includes('owner') || wanted.some((one) => permissions.includes(one));
