import { describe, expect, it } from '@jest/globals';
import { ownEntry } from '../own-entry.js';
import { ELECTRICITY_SHAPES } from '../electricity.contract.js';

/** Properties of `Object.prototype` that are not keys of any table. */
const INHERITED = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

describe('a name inherited from Object.prototype', () => {
  it.each(INHERITED)('%s is no meter type', (name) => {
    const { meterType } = ELECTRICITY_SHAPES.payElectricity.request.shape;
    const { meter_type } = ELECTRICITY_SHAPES.validateMeter.request.shape;
    expect(meterType.safeParse(name).success).toBe(false);
    expect(meter_type.safeParse(name).success).toBe(false);
  });

  it.each(INHERITED)('%s is in no table', (name) => {
    expect(ownEntry({ prepaid: 'Prepaid' }, name)).toBeUndefined();
  });
});
