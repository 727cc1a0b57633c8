import { Body, type PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { z } from 'zod';
import { IdParam } from '../../contracts/fields/http-fields.js';
import { RuleBroken } from '../../contracts/errors.js';

export class ZodPipe<Shape extends z.ZodType> implements PipeTransform {
  constructor(private readonly shape: Shape) {}

  /** @throws RuleBroken with the name of the first invalid field */
  transform(value: unknown): z.output<Shape> {
    const parsed = this.shape.safeParse(value ?? {});
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') || 'body';
    if (issue?.code === 'custom' && issue.params?.['code'] === 'INVALID_PHONE')
      throw new RuleBroken('INVALID_PHONE', { field });
    const reason = field === 'body' ? 'must be a JSON object' : (issue?.message ?? 'is not valid');
    throw new RuleBroken('VALIDATION_FAILED', { field, reason });
  }
}

export class IdPipe implements PipeTransform {
  /** @throws RuleBroken(NOT_FOUND) */
  transform(value: unknown): string {
    const parsed = IdParam.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new RuleBroken('NOT_FOUND');
  }
}

export const CheckedBody =
  (shape: z.ZodType): MethodDecorator =>
  (target, name, { value: handler }) => {
    const declared = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) as
      Readonly<Record<string, { readonly index: number }>> | undefined;
    const body = Object.entries(declared ?? {}).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
    const index = body ? body[1].index : (handler as (...args: unknown[]) => unknown).length;
    Body(new ZodPipe(shape))(target, name, index);
  };
