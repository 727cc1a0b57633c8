import { z } from 'zod';

/** Injection token of the settings of the process. */
export const CONFIG = Symbol('CONFIG');

/** What reading these settings gives. */
export type SettingsOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** 1 or true, 0 or false. */
export const Flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** One line per setting that is missing or wrong. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from the environment. What is missing is told together with what is wrong, so that one more try is enough.
 * @param judge answers one line per setting that does not fit the others; what is wrong in itself has its default there
 * @throws ConfigInvalid listing everything wrong
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
  judge: (settings: z.output<Schema>) => readonly string[],
): z.output<Schema> {
  const present = presentIn(environment);
  const parsed = schema.safeParse(present);
  const wrong = parsed.success ? [] : linesOf(parsed.error);
  const judged = parsed.success ? parsed.data : schema.parse(without(present, parsed.error));
  const lines = [...wrong, ...judge(judged)];
  if (!parsed.success || lines.length > 0) throw new ConfigInvalid(lines.join('\n'));
  return parsed.data;
}

/** A variable that is set to nothing is one that is not set. */
export const presentIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

const without = (present: Environment, { issues }: z.ZodError): Environment =>
  Object.fromEntries(
    Object.entries(present).filter(([name]) => !issues.some(({ path }) => path[0] === name)),
  );

const linesOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
