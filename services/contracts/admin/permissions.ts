/**
 * Permissions of administrators. `support` helps customers. `finance` moves money and changes
 * prices. `owner` may do everything. Auditors have no permission.
 */
export const PERMISSIONS = ['support', 'finance', 'owner'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** True for an administrator who has one of the `wanted` permissions, or `owner`. */
export const may = (
  { permissions }: { readonly permissions: readonly Permission[] },
  wanted: readonly Permission[],
): boolean => permissions.includes('owner') || wanted.some((one) => permissions.includes(one));
