import { FOLLOWING_FAULTS } from './following-faults.js';
import { MACHINE_FAULTS } from './machine-faults.js';
import { MONEY_IN_FAULTS } from './money-in-faults.js';
import { READ_MODEL_FAULTS } from './read-model-faults.js';
import type { PlantedFault } from '../wiring.js';
import { SHOP_FAULTS } from './shop-faults.js';
import { VERSION_FAULTS } from './version-faults.js';
import { PEOPLE_FAULTS } from './people-faults.js';
import { SENDING_FAULTS } from './sending-faults.js';
import { WALLET_FAULTS } from './wallet-faults.js';

/**
 * Faults that are put into the product on purpose. The simulator must find each of them within
 * 2,000 seeds.
 */
export const PLANTED: readonly PlantedFault[] = [
  ...WALLET_FAULTS,
  ...SENDING_FAULTS,
  ...FOLLOWING_FAULTS,
  ...READ_MODEL_FAULTS,
  ...SHOP_FAULTS,
  ...VERSION_FAULTS,
  ...PEOPLE_FAULTS,
  ...MACHINE_FAULTS,
  ...MONEY_IN_FAULTS,
];

export const plantedNamed = (name: string | undefined): PlantedFault | undefined =>
  PLANTED.find((planted) => planted.name === name);
