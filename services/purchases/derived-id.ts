import { uuidsOf } from '../../infra/crypto/derived-uuid.js';

const uuidOf = uuidsOf('6f1c0d5e-3a9b-4e7f-8c2d-1b0a9f8e7d6c');

/** An id that follows from two others: the same pair always gives the same one. */
export const derivedId = (of: string, name: string): string => uuidOf(`${of}/${name}`);
