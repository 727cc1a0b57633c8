import { Module } from '@nestjs/common';
import { Brands } from './brands.js';

/** Needs the provider `EVENT_STORE`. */
@Module({ providers: [Brands], exports: [Brands] })
export class BrandModule {}
