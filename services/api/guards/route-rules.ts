import {
  applyDecorators,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { viewOfCall, viewOfRoute } from '../../administrators/visits/views.js';
import {
  CALLS,
  type Access,
  type Call,
  type CallKind,
  type CallName,
  SHAPES,
} from '../../contracts/calls.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { LOGO_BASE64_MAX } from '../../contracts/brand/logo.js';
import { AUDIT_PATHS, AUDIT_QUERIES, type AuditRead } from '../../contracts/admin/audit.contract.js';
import { CheckedBody, IdPipe, ZodPipe } from '../pipes/zod.pipe.js';
import { ViewsInterceptor } from './views.interceptor.js';

/** Rules that every route must declare. A route without rules stops the start of the server. */
export interface RouteRules {
  readonly access: Access;
  readonly kind: CallKind;
  readonly call?: CallName;
  /** True when the handler needs the unparsed bytes of the body, at most `RAW_BYTES_MAX`. */
  readonly raw?: true;
  readonly bodyBytesMax?: number;
  readonly verifiedEmail?: true;
  readonly permission?: readonly Permission[];
  /** True when the route refuses requests that come from another site according to the browser. */
  readonly sameSite?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}

export const Rules = (rules: RouteRules): MethodDecorator => RouteConfig({ rules }) as MethodDecorator;

export function rulesOf({ routeOptions }: FastifyRequest): RouteRules {
  const { rules } = routeOptions.config;
  if (!rules) throw new Error(`${String(routeOptions.url)} does not declare who may use it`);
  return rules;
}

/** Public calls that other sites may send, because these calls give no access to an account. */
const NO_WAY_IN: ReadonlySet<CallName> = new Set<CallName>(['siteLinks']);

/** Sizes of bodies with a file. Only signed-in callers may send so much. */
const BODY_BYTES_MAX: { readonly [Name in CallName]?: number } = { setLogo: LOGO_BASE64_MAX + 4_096 };

const ownPageOnly = (call: CallName): boolean => CALLS[call].access === 'public' && !NO_WAY_IN.has(call);

const ROUTE: Readonly<Record<Call['method'], (path: string) => MethodDecorator>> = {
  GET: Get,
  POST: Post,
  PUT: Put,
};

/**
 * Makes a method the handler of a call. The path, access, kind and schema of the call are declared
 * in `CALLS`.
 */
export function Serves(call: CallName): MethodDecorator {
  const { method, path, access, kind, verifiedEmail, permission }: Call = CALLS[call];
  const bodyBytesMax = BODY_BYTES_MAX[call];
  const sameSite = ownPageOnly(call) ? { sameSite: true as const } : {};
  return applyDecorators(
    ROUTE[method](path),
    HttpCode(200),
    Rules({
      access,
      kind,
      call,
      ...sameSite,
      ...(verifiedEmail && { verifiedEmail }),
      ...(permission && { permission }),
      ...(bodyBytesMax && { bodyBytesMax }),
    }),
    CheckedBody(SHAPES[call].request),
    ...(viewOfCall(call) ? [StoresView()] : []),
  );
}

/** Stores an event before a route shows personal data to an administrator or auditor. */
export const StoresView = (): ClassDecorator & MethodDecorator => UseInterceptors(ViewsInterceptor);

/** An invalid id gets the answer `NOT_FOUND`. */
export const IdOf = (): ParameterDecorator => Param('id', new IdPipe());

export const AuditReads = (name: AuditRead): MethodDecorator =>
  applyDecorators(
    Get(AUDIT_PATHS[name]),
    Header('cache-control', 'no-store'),
    Rules({ access: 'auditor', kind: 'reads' }),
    ...(viewOfRoute(AUDIT_PATHS[name]) ? [StoresView()] : []),
  );

export const AuditQuery = (name: AuditRead): ParameterDecorator => Query(new ZodPipe(AUDIT_QUERIES[name]));
