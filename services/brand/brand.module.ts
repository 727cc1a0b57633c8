import { Module } from '@nestjs/common';
import { Brands } from './brands.js';
import { LegalPages } from './legal/legal-pages.js';
import { PublishLegalPageHandler } from './legal/publish-legal-page.handler.js';

/** Needs the provider `EVENT_STORE`. */
@Module({ providers: [Brands, LegalPages, PublishLegalPageHandler], exports: [Brands, LegalPages] })
export class BrandModule {}
