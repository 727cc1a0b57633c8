import { Module } from '@nestjs/common';
import { Administrators } from './administrators.js';

/** Whoever runs the product. Needs EVENT_STORE from the process. */
@Module({ providers: [Administrators], exports: [Administrators] })
export class AdministratorsModule {}
