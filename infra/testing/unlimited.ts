/** Settings without the limits of calls, which a test of many calls or on a busy machine would meet. */
export const UNLIMITED: Readonly<Record<string, string>> = {
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_PURCHASES: '0',
  RATE_LIMIT_IN_FLIGHT: '0',
  RATE_LIMIT_ADDRESS: '0',
  OVERLOAD_WAITING: '0',
  OVERLOAD_LOOP_DELAY: '24h',
  OVERLOAD_LOG_LATE: '24h',
  VENDOR_BACKLOG_MAX: '0s',
};
