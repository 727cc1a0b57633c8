/**
 * What a table says of a name that came from outside: a request, a vendor, a stored event. undefined when the table does not list
 * it, also for names that every object inherits (`constructor`, `__proto__`), which `table[name]` would find.
 */
export const ownEntry = <Entry>(
  table: Readonly<Record<PropertyKey, Entry>>,
  name: PropertyKey,
): Entry | undefined =>
  // eslint-disable-next-line ledger/own-keys -- the one place that asks first
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Whether the table itself lists the name. */
export const isEntryOf = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table =>
  Object.hasOwn(table, name);
