/**
 * Looks up a key that a client sent. Finds only entries of the table itself. `table[name]` would
 * also find inherited names such as `constructor`.
 */
export const ownEntry = <Entry>(
  table: Readonly<Record<PropertyKey, Entry>>,
  name: PropertyKey,
): Entry | undefined =>
  // eslint-disable-next-line ledger/own-keys -- the one place that asks first
  Object.hasOwn(table, name) ? table[name] : undefined;

export const isEntryOf = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table =>
  Object.hasOwn(table, name);
