import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type AskedFloats, VendorFloats } from './vendor-floats.js';

export class AskVendorFloats extends Query<AskedFloats> {}

@QueryHandler(AskVendorFloats)
export class AskVendorFloatsHandler implements IQueryHandler<AskVendorFloats> {
  constructor(private readonly floats: VendorFloats) {}

  execute(): Promise<AskedFloats> {
    return this.floats.current();
  }
}
