/** Ignores inherited entries such as `constructor`, which `table[name]` would return. */
export const ownEntry = <Entry>(
  table: Readonly<Record<PropertyKey, Entry>>,
  name: PropertyKey,
): Entry | undefined =>
  // oxlint-disable-next-line ledger/own-keys -- the one place that asks first
  Object.hasOwn(table, name) ? table[name] : undefined;

export const isEntryOf = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table =>
  Object.hasOwn(table, name);
