import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CampaignFieldValues,
  campaignFieldKeys,
  campaignFields,
  fieldsInText,
  fillFields,
  fillSubject,
  unknownFieldProblem,
} from './text.ts';

const unknown: CampaignFieldValues = {
  customer: null,
  owner: null,
  assignee: null,
  locations: null,
  city: null,
  state: null,
  ehr: null,
  due: null,
};
const elm = { ...unknown, customer: 'Elm Dental', city: 'Reno' };

describe('fields of a text', () => {
  it.each([
    ['{customer} in {city}', 'Elm Dental in Reno'],
    ['{customer}{customer}', 'Elm DentalElm Dental'],
    ['{state}', campaignFields.state.fallback],
    ['a { b } c', 'a { b } c'],
    ['{', '{'],
    ['}{', '}{'],
    ['{{customer}}', '{Elm Dental}'],
    ['$& $1 {customer}', '$& $1 Elm Dental'],
  ])('%s becomes %s', (text, filled) => expect(fillFields(text, elm)).toBe(filled));

  it.each([
    '{Customer}',
    '{ customer }',
    '{}',
    '{name}',
    '{__proto__}',
    '{toString}',
    '{customer\n}',
  ])('%s is not a field', (text) => {
    expect(unknownFieldProblem(text)).toMatch(/^has the unknown field \{.*\}/s);
    expect(fieldsInText(text)).toEqual([]);
  });

  it('are listed once each, in order of appearance', () =>
    expect(fieldsInText('{city} {customer} {city}')).toEqual(['city', 'customer']));

  it('keep their former names', () => {
    expect(unknownFieldProblem('{records}')).toBeUndefined();
    expect(fieldsInText('{records} {ehr}')).toEqual(['ehr']);
    expect(fillFields('{records}, {ehr}', { ...unknown, ehr: 'Dentrix' })).toBe('Dentrix, Dentrix');
  });

  it('have a fallback for unknown values', () => {
    const all = campaignFieldKeys.map((key) => `{${key}}`).join('|');
    expect(unknownFieldProblem(all)).toBeUndefined();
    expect(fillFields(all, unknown)).toBe(
      campaignFieldKeys.map((key) => campaignFields[key].fallback).join('|'),
    );
  });

  it('are not filled in within a customer’s name', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('{owner}', '$1', '<b>', '{customer}', '\\')),
        (name) => {
          expect(fillFields('[{customer}]', { ...elm, customer: name })).toBe(`[${name}]`);
        },
      ),
    );
  });

  it('a subject stays on one line', () =>
    expect(fillSubject('To {customer}', { ...elm, customer: 'Elm\r\nBcc: x ' })).toBe(
      'To Elm Bcc: x',
    ));
});
