import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { SHAPES } from '../calls.js';
import { BOMBS } from '../testing/pattern-bombs.js';
import { ExportFile, ExportQuery } from '../admin/admin-histories.contract.js';
import { ReceiptFile, StatementFile, StatementQuery } from '../history.contract.js';

const REQUESTS: Readonly<Record<string, z.ZodObject>> = {
  ...Object.fromEntries(Object.entries(SHAPES).map(([name, { request }]) => [name, request])),
  ReceiptFile,
  StatementFile,
  StatementQuery,
  ExportFile,
  ExportQuery,
};
const FIELDS = Object.entries(REQUESTS).flatMap(([name, shape]) =>
  Object.entries(shape.shape).map(([field, schema]) => [`${name}.${field}`, schema as z.ZodType] as const),
);

/** Bodies above 64 kB are refused before parsing. */
const LARGEST = 60_000;
/** Fields of files, which no pattern scans. */
const LONG: ReadonlySet<string> = new Set(['setLogo.logo']);
const TEXTS = Object.entries(BOMBS).map(([what, bomb]) => [what, bomb(LARGEST)] as const);

/** Pattern inside zod for surrogate pairs. Zod scans the text with it once for the length check. */
const COUNTING = '[\\uD800-\\uDBFF]';

/**
 * Number of characters that patterns scan during `work`. The test replaces `exec`, which every pattern uses.
 */
function matchedBy(work: () => unknown): number {
  const exec = RegExp.prototype.exec;
  let characters = 0;
  const spy = jest.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    if (this.source !== COUNTING) characters += String(text).length;
    return exec.call(this, text);
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
  return characters;
}

afterEach(() => void jest.restoreAllMocks());

/** All schemas inside a schema, including the schema itself. */
function* partsOf(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  yield schema;
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  for (const key of ['innerType', 'in', 'out', 'element'])
    if (def[key] instanceof z.core.$ZodType) yield* partsOf(def[key]);
  for (const field of Object.values((def['shape'] ?? {}) as Record<string, unknown>))
    if (field instanceof z.core.$ZodType) yield* partsOf(field);
  if (Array.isArray(def['options']))
    for (const option of def['options']) if (option instanceof z.core.$ZodType) yield* partsOf(option);
}

describe('a text that is too long', () => {
  it('is measured by the characters that patterns scan', () => {
    expect(matchedBy(() => /b/.test('aaa'))).toBe(3);
    expect(matchedBy(() => z.string().max(3).regex(/b/).safeParse('aaaaa'))).toBe(5);
  });

  it.each(FIELDS)('is refused before any pattern scans it: %s', (name, schema) => {
    for (const [what, text] of TEXTS) {
      let accepted = true;
      const characters = matchedBy(() => (accepted = schema.safeParse(text).success));
      expect({ what, accepted, characters }).toEqual({ what, accepted: LONG.has(name), characters: 0 });
    }
  });

  it.each(FIELDS)('stops the checks of every text that has patterns or rules: %s', (_name, schema) => {
    for (const part of partsOf(schema)) {
      const { type, checks = [] } = part._zod.def as { type: string; checks?: z.core.$ZodCheck[] };
      if (type !== 'string' || checks.length === 0) continue;
      expect(checks[0]!._zod.def).toMatchObject({ check: 'max_length', abort: true });
    }
  });
});
