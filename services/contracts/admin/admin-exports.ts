/**
 * `GET ${ADMIN_EXPORT_PATH}<list>.csv`: all rows of a list that the query narrows as the list itself is, newest first. Sent
 * while it is read, however long it is; one that breaks off ends without its last byte.
 */
export const ADMIN_EXPORT_PATH = '/api/admin-export/';
export const ADMIN_EXPORTS = ['transactions', 'fundings', 'bet-fundings'] as const;
export type AdminExport = (typeof ADMIN_EXPORTS)[number];
/** How many rows the file will have; `10000+` when there are more. */
export const EXPORT_TOTAL_HEADER = 'x-export-total';
