/** Rows that are not built yet, by what they belong to. A row leaves this list with the test that names it. */
export const ADMIN_OPEN: Readonly<Record<string, readonly string[]>> = {};
