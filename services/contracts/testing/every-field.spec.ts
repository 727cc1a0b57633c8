import { expect, it } from '@jest/globals';
import type { z } from 'zod';
import { SHAPES } from '../calls.js';

interface Field {
  readonly name: string;
  /** Undefined when the value is refused. */
  read(value: unknown): unknown;
}

type Schema = z.ZodType & {
  readonly def: {
    readonly type: string;
    readonly shape: Readonly<Record<string, Schema>>;
    readonly options: readonly Schema[];
    readonly element: Schema;
    readonly innerType: Schema;
    readonly valueType: Schema;
    readonly in: Schema;
  };
};

const fieldOf = (name: string, schema: Schema, wrap = (value: unknown): unknown => value): Field => ({
  name,
  read: (value) => schema.safeParse(wrap(value)).data,
});

const INNER: ReadonlySet<string> = new Set(['object', 'array', 'record']);

function fieldsOf(name: string, schema: Schema): readonly Field[] {
  const { type, shape, options, element, innerType, valueType, in: from } = schema.def;
  switch (type) {
    case 'object':
      return Object.entries(shape).flatMap(([key, each]) => fieldsOf(`${name}.${key}`, each));
    case 'array':
      return element.def.type === 'unknown'
        ? [fieldOf(name, schema, (value) => [value])]
        : fieldsOf(name, element);
    case 'record':
      return fieldsOf(name, valueType);
    case 'union':
      return options.flatMap((each) => fieldsOf(name, each));
    case 'optional':
    case 'nullable':
    case 'default':
      return fieldsOf(name, innerType);
    case 'pipe':
      return INNER.has(from.def.type) ? fieldsOf(name, from) : [fieldOf(name, schema)];
    default:
      return [fieldOf(name, schema)];
  }
}

const FIELDS = Object.entries(SHAPES).flatMap(([name, { request }]) =>
  fieldsOf(name, request as unknown as Schema),
);

/** Not stored as text. */
const UNSTORED = /password\d?$|^setLogo\.logo$|^beginApproval\.order$/;
const COMPOSED_LATER = /^publishLegalPage\.text$|^(?:preview|apply)Prices\.csv$/;
/** Codes that a person picks from a list. */
const PICKED = /bank_?(?:name_)?code$/i;

it('reads the fields of all calls', () => expect(FIELDS.length).toBeGreaterThan(800));

it('stores no text that reverses the direction of text', () => {
  const texts = FIELDS.filter(({ name }) => !UNSTORED.test(name));
  const found = texts.filter(({ read }) =>
    ['\u202d', '\u202e'].some((mark) => read(`Ada${mark}Obi`) !== undefined),
  );
  expect(found.map(({ name }) => name)).toEqual([]);
});

it('stores each letter in one form', () => {
  const texts = FIELDS.filter(({ name }) => !UNSTORED.test(name) && !COMPOSED_LATER.test(name));
  const found = texts.filter(({ read }) => ![undefined, 'Z\u00eb'].includes(read('Ze\u0308') as string));
  expect(found.map(({ name }) => name)).toEqual([]);
});

it('reads money with one reader', () => {
  const money = FIELDS.filter(({ read }) => typeof read('1500.50') === 'bigint');
  const right = ['₦1,500.50', '\u202a1500.50\u202c', 'NGN\u00a01500.50', 1500.5];
  const wrong = ['100,50', '-5', '1.234', '1 50'];
  const found = money.filter(
    ({ read }) =>
      right.some((typed) => read(typed) !== read('1500.50')) ||
      wrong.some((typed) => read(typed) !== undefined),
  );
  expect([found.map(({ name }) => name), money.length > 30]).toEqual([[], true]);
});

const DIGITS = '0123456789'.repeat(3);
const LETTERS = 'abcdefghij'.repeat(3);
const digitsOf = (value: unknown): string => String(value).replace(/\D/g, '');

it('reads numbers with spaces, dashes and invisible marks, and cuts none', () => {
  const found = FIELDS.filter(({ name, read }) => {
    if (PICKED.test(name)) return false;
    return [4, 6, 8, 10, 11, 12, 15, 20].some((length) => {
      const number = DIGITS.slice(0, length);
      const value = read(number);
      if (typeof value !== 'string' || read(LETTERS.slice(0, length)) !== undefined) return false;
      const typed = [number, `${number.slice(0, 3)}\u00a0${number.slice(3)}`, `\u200b${number}\u202c`];
      return [...typed, `${number.slice(0, 3)}\u2011${number.slice(3)}`].some(
        (each) => digitsOf(read(each)) !== number,
      );
    });
  });
  expect(found.map(({ name }) => name)).toEqual([]);
});

it('reads phone numbers with one reader', () => {
  const phones = FIELDS.filter(({ read }) => read('08031234567') === '+2348031234567');
  const typed = ['+234 (0) 803-123-4567', '\u202a0803 123 4567\u202c', '8031234567', '0803\u20111234567'];
  const found = phones.filter(({ read }) => typed.some((each) => read(each) !== '+2348031234567'));
  expect([found.map(({ name }) => name), phones.length > 5]).toEqual([[], true]);
});

it('reads whole numbers with one reader', () => {
  const whole = FIELDS.filter(({ read }) => read(2) === 2 && read(2.5) === undefined);
  const found = whole.filter(
    ({ read }) =>
      read('2') !== 2 ||
      ['2e0', '0x2', '2.0', '', ' ', '+2', true].some((typed) => read(typed) !== undefined),
  );
  expect([found.map(({ name }) => name), whole.length > 20]).toEqual([[], true]);
});
