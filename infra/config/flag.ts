import { z } from 'zod';

/** 1 or true, 0 or false. */
export const Flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');
