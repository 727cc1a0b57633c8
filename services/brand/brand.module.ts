import { Module } from '@nestjs/common';
import { Brands } from './brands.js';
import { LegalPages } from './legal/legal-pages.js';

/** Needs the provider `EVENT_STORE`. */
@Module({ providers: [Brands, LegalPages], exports: [Brands, LegalPages] })
export class BrandModule {}
