import { applyDecorators, Get, Header, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import {
  CALLS,
  type Access,
  type Call,
  type CallKind,
  type CallName,
  SHAPES,
} from '../../contracts/calls.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { AUDIT_PATHS, AUDIT_QUERIES, type AuditRead } from '../../contracts/admin/audit.contract.js';
import { CheckedBody, IdPipe, ZodPipe } from '../pipes/zod.pipe.js';

/** What a route declares about itself. A route without it stops the server from starting. */
export interface RouteRules {
  readonly access: Access;
  readonly kind: CallKind;
  /** The call of the contract it serves: its body is checked against the shape of that name. */
  readonly call?: CallName;
  /** The body is handed over as the bytes that arrived, and may be larger. */
  readonly raw?: true;
  /** Only for callers whose email is verified. */
  readonly verifiedEmail?: true;
  /** Of administrators, only for those who have any of these. */
  readonly permission?: readonly Permission[];
  /** Refused when a browser says that another site sent it. */
  readonly sameSite?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}

/** Declares who may use a route that is not in the table of calls. */
export const Rules = (rules: RouteRules): MethodDecorator => RouteConfig({ rules }) as MethodDecorator;

/** What the route of a request declares. */
export function rulesOf({ routeOptions }: FastifyRequest): RouteRules {
  const { rules } = routeOptions.config;
  if (!rules) throw new Error(`${String(routeOptions.url)} does not declare who may use it`);
  return rules;
}

/** Public and no way into an account: pages of other sites may ask it too. */
const NO_WAY_IN: ReadonlySet<CallName> = new Set<CallName>(['siteLinks']);

/** What else is public is a way into an account: another site's page must not send it in a visitor's name. */
const ownPageOnly = (call: CallName): boolean => CALLS[call].access === 'public' && !NO_WAY_IN.has(call);

const ROUTE: Readonly<Record<Call['method'], (path: string) => MethodDecorator>> = {
  GET: Get,
  POST: Post,
  PUT: Put,
};

/** Serves one call of the contract: its path (with and without the last slash), access, kind and shape come from the table. */
export function Serves(call: CallName): MethodDecorator {
  const { method, path, access, kind, verifiedEmail, permission }: Call = CALLS[call];
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
    }),
    CheckedBody(SHAPES[call].request),
  );
}

/** The `:id` of the path; one that cannot be an id is the address of nothing. */
export const IdOf = (): ParameterDecorator => Param('id', new IdPipe());

/** Serves what auditors read, and administrators too. */
export const AuditReads = (name: AuditRead): MethodDecorator =>
  applyDecorators(
    Get(AUDIT_PATHS[name]),
    Header('cache-control', 'no-store'),
    Rules({ access: 'auditor', kind: 'reads' }),
  );

/** What an auditor asks in the address, as the contract has it. */
export const AuditQuery = (name: AuditRead): ParameterDecorator => Query(new ZodPipe(AUDIT_QUERIES[name]));
