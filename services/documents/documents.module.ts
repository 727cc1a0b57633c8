import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditModule } from '../audit/audit.module.js';
import { BrandModule } from '../brand/brand.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { Documents } from './documents.js';
import { WriteStatementHandler } from './write-statement.handler.js';

/**
 * The process that imports it must provide `EVENT_STORE`, `KEY_VAULT`, `LIMITS` and `CONFIG`.
 */
@Module({
  imports: [CqrsModule, AuditModule, BrandModule, CustomersModule],
  providers: [Documents, WriteStatementHandler],
  exports: [Documents],
})
export class DocumentsModule {}
