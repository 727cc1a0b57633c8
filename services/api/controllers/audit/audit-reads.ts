import { applyDecorators, Get, Header, Query } from '@nestjs/common';
import { AUDIT_PATHS, AUDIT_QUERIES, type AuditRead } from '../../../contracts/admin/audit.contract.js';
import { Rules } from '../../guards/route-rules.js';
import { ZodPipe } from '../../pipes/zod.pipe.js';

/** Serves what auditors read, and administrators too. */
export const Reads = (name: AuditRead): MethodDecorator =>
  applyDecorators(
    Get(AUDIT_PATHS[name]),
    Header('cache-control', 'no-store'),
    Rules({ access: 'auditor', kind: 'reads' }),
  );
export const Asked = (name: AuditRead): ParameterDecorator => Query(new ZodPipe(AUDIT_QUERIES[name]));
