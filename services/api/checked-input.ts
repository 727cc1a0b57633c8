import type { z } from 'zod';
import { RuleBroken } from '../contracts/errors.js';

/** What a request body means, by its shape. @throws RuleBroken naming the first field at fault */
export function checkedInput<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const parsed = shape.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || 'body';
  if (issue?.code === 'custom' && issue.params?.['code'] === 'INVALID_PHONE')
    throw new RuleBroken('INVALID_PHONE', { field });
  const reason = field === 'body' ? 'must be a JSON object' : (issue?.message ?? 'is not valid');
  throw new RuleBroken('VALIDATION_FAILED', { field, reason });
}
