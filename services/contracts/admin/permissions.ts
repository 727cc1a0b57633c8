/**
 * Permissions of an administrator, beside reading: `support` helps customers, `finance` moves money and prices,
 * `owner` may everything. Auditors have none of them.
 */
export const PERMISSIONS = ['support', 'finance', 'owner'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Whether somebody with these permissions may do what any of the wanted ones allows. */
export const may = (
  { permissions }: { readonly permissions: readonly Permission[] },
  wanted: readonly Permission[],
): boolean => permissions.includes('owner') || wanted.some((one) => permissions.includes(one));
