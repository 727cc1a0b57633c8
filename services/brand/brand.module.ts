import { Module } from '@nestjs/common';
import { Brands } from './brands.js';
import { LegalPages } from './legal/legal-pages.js';
import { Logos } from './logo/logos.js';
import { SetLogoHandler } from './logo/set-logo.handler.js';

/** Needs the provider `EVENT_STORE`. */
@Module({
  providers: [Brands, LegalPages, Logos, SetLogoHandler],
  exports: [Brands, LegalPages, Logos],
})
export class BrandModule {}
