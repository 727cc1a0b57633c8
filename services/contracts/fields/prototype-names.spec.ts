import { describe, expect, it } from '@jest/globals';
import { ownEntry } from '../own-entry.js';
import { ELECTRICITY_SHAPES } from '../electricity.contract.js';

/** Names that every plain object answers to, though no table lists them. */
const INHERITED = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

describe('a name that every object inherits', () => {
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
