/** What an act was about, and what people call it. */
export const ACTIVITY_AREA_NAMES = {
  administrators: 'Administrators',
  customers: 'Customers',
  money: 'Money',
  purchases: 'Purchases',
  catalogue: 'What is sold',
  vendors: 'Vendors',
  broadcasts: 'Broadcasts',
  other: 'Other',
} as const;
export type ActivityArea = keyof typeof ACTIVITY_AREA_NAMES;
export const ACTIVITY_AREAS = Object.keys(ACTIVITY_AREA_NAMES) as [ActivityArea, ...ActivityArea[]];
