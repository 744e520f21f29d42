import { expect, it } from 'vitest';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import {
  actedOnShare,
  countRuleOutcomes,
  isDeclineRule,
  isNoisyRule,
  matchReasonText,
} from './rules.ts';
import { rankCustomersAndOwners, simulateRule } from './trial.ts';

const rule = { ruleId: 'r', name: 'Rule' };
const call = (
  outcome: 'acted' | 'false_alarm' | 'lapsed' | null,
  recentFirings = 1,
  of = rule,
) => ({ rule: of, recentFirings, outcome });
const calls = (acted: number, falseAlarms: number) => [
  ...Array.from({ length: acted }, () => call('acted')),
  ...Array.from({ length: falseAlarms }, () => call('false_alarm')),
];

it('counts the recent action items of a rule by outcome', () => {
  const ledger = countRuleOutcomes('r', [
    call('acted', 2),
    call('lapsed'),
    call(null, 3),
    call('acted', 0),
    call('acted', 1, { ruleId: 'other', name: 'Other' }),
  ]);
  expect(ledger).toEqual({ fired: 6, calls: 3, acted: 1, falseAlarms: 0, lapsed: 1, open: 1 });
});

it('returns a share from five closed action items on, and calls a rule noisy from ten on when under a fifth were acted on', () => {
  expect(actedOnShare(countRuleOutcomes('r', calls(1, 3)))).toBeNull();
  expect(actedOnShare(countRuleOutcomes('r', calls(1, 4)))).toBe(0.2);
  expect(isNoisyRule(countRuleOutcomes('r', calls(1, 8)))).toBe(false);
  expect(isNoisyRule(countRuleOutcomes('r', calls(1, 9)))).toBe(true);
  expect(isNoisyRule(countRuleOutcomes('r', calls(2, 8)))).toBe(false);
});

it('recognizes rules that look for a decline, and describes why a customer matched', () => {
  expect(
    isDeclineRule([{ column: 'consecutiveWeeksDeclining', kind: 'range', from: 3, to: null }]),
  ).toBe(true);
  expect(isDeclineRule([{ column: 'adoptionScore', kind: 'range', from: null, to: 50 }])).toBe(
    false,
  );
  const filters = [
    { column: 'adoptionScore', kind: 'range', from: null, to: 50 },
    { column: 'inGrace', kind: 'is', value: false },
  ] as const;
  expect(matchReasonText(filters, ({ key }) => (key === 'adoptionScore' ? 41.26 : false))).toBe(
    'Score: 41.3%, In grace: No',
  );
  expect(filters.every(({ column }) => institutionColumns.some(({ key }) => key === column))).toBe(
    true,
  );
});

it('fires when a customer starts to match, not when it already matched, and a week later after a suppressed week', () => {
  const weeks = ['w0', 'w1', 'w2', 'w3', 'w4'];
  const matched = new Map([
    [1, ['w0', 'w1', 'w3', 'w4']],
    [2, ['w2', 'w3']],
    [3, ['w2']],
    [4, ['w0', 'w1', 'w2', 'w3', 'w4']],
  ]);
  const { weeks: told, fired } = simulateRule(weeks, matched, new Set(['w2']));
  expect(
    told.map(({ week, matching, calls, isSilent }) => [week, matching, calls, isSilent]),
  ).toEqual([
    ['w1', 2, 0, false],
    ['w2', 3, 0, true],
    ['w3', 3, 2, false],
    ['w4', 2, 0, false],
  ]);
  expect([...fired]).toEqual([
    [1, ['w3']],
    [2, ['w3']],
  ]);
  expect(simulateRule([], new Map(), new Set()).weeks).toEqual([]);
});

it('ranks customers and owners by number of action items', () => {
  const fired = new Map([
    [1, ['w1', 'w3']],
    [2, ['w3']],
    [3, ['w2']],
  ]);
  const { often, people } = rankCustomersAndOwners(fired, (id) => (id === 3 ? null : 'Ana'));
  expect(often[0]).toEqual({ institutionId: 1, times: 2 });
  expect(people).toEqual([
    { name: 'Ana', calls: 3, mostInAWeek: 2 },
    { name: 'No owner', calls: 1, mostInAWeek: 1 },
  ]);
});
