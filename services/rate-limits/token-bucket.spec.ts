import { describe, expect, it } from '@jest/globals';
import { TokenBucket } from './token-bucket.js';

const takeMany = (bucket: TokenBucket, times: number, now: number): number =>
  Array.from({ length: times }, () => bucket.take(now)).filter((waitMs) => waitMs === 0).length;

describe('a token bucket', () => {
  it('allows two seconds of its rate at once, then its rate', () => {
    const bucket = new TokenBucket(50, 0);
    expect(takeMany(bucket, 300, 0)).toBe(100);
    expect(takeMany(bucket, 300, 1_000)).toBe(50);
    expect(takeMany(bucket, 300, 60_000)).toBe(100);
  });

  it('says how long to wait for the next token', () => {
    const bucket = new TokenBucket(50, 0);
    takeMany(bucket, 100, 0);
    expect(bucket.take(0)).toBe(20);
    expect(bucket.take(15)).toBeCloseTo(5);
    expect(bucket.take(20)).toBe(0);
  });

  it('allows everything at a rate of 0', () => {
    expect(takeMany(new TokenBucket(0, 0), 10_000, 0)).toBe(10_000);
  });

  it('counts calls that were allowed already, and has at most as much debt as a full bucket has tokens', () => {
    const bucket = new TokenBucket(50, 0);
    bucket.charge(30, 0);
    expect(takeMany(bucket, 300, 0)).toBe(70);
    bucket.charge(1_000, 0);
    expect(bucket.left(0)).toBe(0);
    expect(bucket.take(0)).toBe(2_020);
    expect(bucket.take(2_019)).toBeCloseTo(1);
    expect(takeMany(bucket, 300, 3_000)).toBe(50);
    const unlimited = new TokenBucket(0, 0);
    unlimited.charge(1_000, 0);
    expect(unlimited.take(0)).toBe(0);
  });

  it('has no more debt after a cut of the rate than the new rate allows', () => {
    const bucket = new TokenBucket(500, 0);
    bucket.charge(5_000, 0);
    bucket.setRate(10, 0);
    expect(bucket.take(0)).toBe(2_100);
  });

  it('tells the calls that are left, at most those of a second', () => {
    const bucket = new TokenBucket(50, 0);
    expect(bucket.left(0)).toBe(50);
    takeMany(bucket, 60, 0);
    expect(bucket.left(0)).toBe(40);
    expect(bucket.left(1_000)).toBe(50);
    expect(new TokenBucket(0, 0).left(0)).toBe(Infinity);
  });

  it('holds no more than a full bucket after tokens are given back', () => {
    const bucket = new TokenBucket(1, 0);
    expect(takeMany(bucket, 2, 0)).toBe(2);
    bucket.giveBack();
    expect(takeMany(bucket, 2, 0)).toBe(1);
    for (let times = 0; times < 5; times += 1) bucket.giveBack();
    expect(takeMany(bucket, 5, 0)).toBe(2);
  });

  it('is full at once after a raise, and holds no more than the new rate after a cut', () => {
    const bucket = new TokenBucket(50, 0);
    takeMany(bucket, 100, 0);
    bucket.setRate(500, 0);
    expect(bucket.isFull(0)).toBe(true);
    bucket.setRate(10, 0);
    expect(takeMany(bucket, 100, 0)).toBe(20);
    bucket.setRate(0, 0);
    expect(takeMany(bucket, 100, 0)).toBe(100);
  });
});
