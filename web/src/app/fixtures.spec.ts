import { expect, it } from '@jest/globals';
import { SHAPES, type CallName } from '../../../services/contracts/calls.js';
import administratorAnswers from './testing/administrator-answers.json' with { type: 'json' };
import customerAnswers from './testing/customer-answers.json' with { type: 'json' };

it.each([
  ...Object.entries(customerAnswers).map(([name, answer]) => ['customers', name, answer] as const),
  ...Object.entries(administratorAnswers).map(([name, answer]) => ['administrators', name, answer] as const),
])('matches the contract: page fixtures for %s, call %s', (_side, name, answer) => {
  const { error } = SHAPES[name as CallName].answer.safeParse(answer);
  expect(error?.issues ?? []).toEqual([]);
});
