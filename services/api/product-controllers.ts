import { AirtimeController } from './controllers/airtime.controller.js';
import { CableController } from './controllers/cable.controller.js';
import { CatalogueController } from './controllers/catalogue.controller.js';
import { DataController } from './controllers/data.controller.js';
import { ElectricityController } from './controllers/electricity.controller.js';
import { ExamsController } from './controllers/exams.controller.js';

/** Everything that is sold by the price list. */
export const PRODUCT_CONTROLLERS = [
  ...[AirtimeController, DataController, CableController, ElectricityController, ExamsController],
  CatalogueController,
];
