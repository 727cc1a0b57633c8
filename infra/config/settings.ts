import { z } from 'zod';

export const CONFIG = Symbol('CONFIG');

export type SettingsOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export const Flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** Error whose message has one line for each missing or invalid setting. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param judge returns one line for each conflict between settings
 * @throws ConfigInvalid with all missing and invalid settings
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

export const presentIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

const without = (present: Environment, { issues }: z.ZodError): Environment =>
  Object.fromEntries(
    Object.entries(present).filter(([name]) => !issues.some(({ path }) => path[0] === name)),
  );

const linesOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
