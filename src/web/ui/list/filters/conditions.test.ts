import { describe, expect, it } from 'vitest';
import type { ListColumnKind, ListColumnWithoutValue } from '#shared/list/column.ts';
import {
  conditionLabel,
  convertConditionToKind,
  isConditionComplete,
  listOfferedConditions,
  removeFlagsOfMissingBounds,
} from './conditions.ts';

const column = (kind: ListColumnKind): ListColumnWithoutValue => ({
  key: 'tree',
  label: 'Tree',
  kind,
});
const offeredKinds = (kind: ListColumnKind) =>
  listOfferedConditions(column(kind)).map(({ value }) => value);

describe('offered conditions', () => {
  it('depend on the kind of the column', () => {
    for (const kind of ['number', 'percent', 'change'] as const)
      expect(offeredKinds(kind)).toEqual(['range', 'empty', 'filled']);
    expect(offeredKinds('date')).toEqual(['dates', 'empty', 'filled']);
    expect(offeredKinds('flag')).toEqual(['is', 'empty', 'filled']);
    expect(offeredKinds('option')).toEqual(['one-of', 'none-of', 'empty', 'filled']);
    expect(offeredKinds('text')).toEqual([
      'contains',
      'text-one-of',
      'text-none-of',
      'empty',
      'filled',
    ]);
  });

  it('have labels', () => {
    expect(conditionLabel(column('text'), 'text-one-of')).toBe('is');
    expect(conditionLabel(column('text'), 'text-none-of')).toBe('is not');
    expect(conditionLabel(column('text'), 'range')).toBe('');
  });

  it('start incomplete, except conditions without a value to enter', () => {
    for (const kind of ['text', 'number', 'date', 'option', 'flag'] as const)
      for (const { value } of listOfferedConditions(column(kind)))
        expect(isConditionComplete(convertConditionToKind(value)), value).toBe(
          ['is', 'empty', 'filled'].includes(value),
        );
  });
});

describe('a condition of another kind', () => {
  it('keeps values', () => {
    expect(convertConditionToKind('none-of', { kind: 'one-of', values: ['elm', 'yew'] })).toEqual({
      kind: 'none-of',
      values: ['elm', 'yew'],
    });
    expect(convertConditionToKind('text-one-of', { kind: 'contains', text: 'elm' })).toEqual({
      kind: 'text-one-of',
      values: ['elm'],
    });
  });

  it('keeps the first value where only one fits', () => {
    expect(
      convertConditionToKind('contains', { kind: 'text-one-of', values: ['elm', 'yew'] }),
    ).toEqual({
      kind: 'contains',
      text: 'elm',
    });
  });

  it('drops blank text and values that do not fit', () => {
    expect(convertConditionToKind('text-one-of', { kind: 'contains', text: ' ' })).toEqual({
      kind: 'text-one-of',
      values: [],
    });
    expect(convertConditionToKind('empty', { kind: 'one-of', values: ['elm'] })).toEqual({
      kind: 'empty',
    });
    expect(convertConditionToKind('range', { kind: 'filled' })).toEqual({
      kind: 'range',
      from: null,
      to: null,
    });
  });
});

describe('a complete condition', () => {
  it('has text, a value or a bound', () => {
    expect(isConditionComplete({ kind: 'contains', text: ' ' })).toBe(false);
    expect(isConditionComplete({ kind: 'contains', text: 'elm' })).toBe(true);
    expect(isConditionComplete({ kind: 'one-of', values: [] })).toBe(false);
    expect(isConditionComplete({ kind: 'one-of', values: ['elm'] })).toBe(true);
    expect(isConditionComplete({ kind: 'range', from: null, to: null })).toBe(false);
    expect(isConditionComplete({ kind: 'range', from: 0, to: null })).toBe(true);
    expect(isConditionComplete({ kind: 'dates', from: null, to: '2026-03-01' })).toBe(true);
  });
});

describe('exclusive marks', () => {
  it('stay on bounds with a number only', () => {
    expect(
      removeFlagsOfMissingBounds({
        kind: 'range',
        from: null,
        to: 50,
        isFromExclusive: true,
        isToExclusive: true,
      }),
    ).toEqual({ kind: 'range', from: null, to: 50, isToExclusive: true });
    expect(
      removeFlagsOfMissingBounds({ kind: 'range', from: 0, to: null, isFromExclusive: true }),
    ).toEqual({
      kind: 'range',
      from: 0,
      to: null,
      isFromExclusive: true,
    });
  });

  it('occur only in ranges of numbers', () => {
    const condition = { kind: 'dates', from: '2026-03-01', to: null } as const;
    expect(removeFlagsOfMissingBounds(condition)).toBe(condition);
  });
});
