/**
 * Names that a text may not pretend to come from: networks, banks, wallets and whoever else people believe at once.
 * Compared without case and digits, so that `G7Bank` gets no further than `GBank`.
 */
const RESERVED = [
  ...['mtn', 'glo', 'airtel', 'ninemobile', 'etisalat', 'mobile'],
  ...['gtbank', 'gtb', 'accessbank', 'access', 'zenith', 'zenithbank', 'firstbank', 'fbn', 'uba', 'ubabank'],
  ...[
    'fcmb',
    'fidelity',
    'sterling',
    'stanbic',
    'ecobank',
    'polaris',
    'wema',
    'alat',
    'unionbank',
    'keystone',
  ],
  ...[
    'opay',
    'palmpay',
    'moniepoint',
    'kuda',
    'paystack',
    'flutterwave',
    'monnify',
    'paga',
    'interswitch',
    'verve',
  ],
  ...['whatsapp', 'facebook', 'google', 'apple', 'amazon', 'netflix', 'instagram', 'telegram'],
  ...[
    'cbn',
    'efcc',
    'icpc',
    'nimc',
    'nibss',
    'inec',
    'firs',
    'ncc',
    'frsc',
    'police',
    'jamb',
    'waec',
    'neco',
  ],
];
const NAMES = new Set(RESERVED);

/** Whether a sender id is one that nobody may use. */
export const senderReserved = (senderId: string): boolean =>
  NAMES.has(senderId.toLowerCase().replace(/\d/g, ''));
