import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { requestedPause } from './json-call.ts';
import { formatPhone, formatZip, readableOrganizationName } from './nppes-names.ts';
import { nppesParameters, parseNppesQuery } from './nppes-query.ts';

const cities = new Set(['austin|TX', 'new york|NY', 'hartford|CT', 'st. paul|MN']);
const isCity = (city: string, state: string) => cities.has(`${city}|${state}`);

test.each([
  ['BRIGHT SMILES FAMILY DENTISTRY, P.L.L.C.', 'Bright Smiles Family Dentistry'],
  ['SMILE CO INC', 'Smile'],
  ['LLC', 'Llc'],
  ["ST. LUKE'S HOUSE OF TEETH LLC", "St. Luke's House of Teeth"],
  ["O'BRIEN & MCKAY DDS PC", "O'Brien & McKay DDS"],
  ['JOHN SMITH DMD II PA', 'John Smith DMD II'],
  ['SMILES-R-US NW INC.', 'Smiles-R-Us NW'],
  ['1ST CHOICE DENTAL PROFESSIONAL CORPORATION', '1st Choice Dental'],
  ['eSmiles of NYC', 'eSmiles of NYC'],
  ['CLÍNICA PEÑUELAS LLC', 'Clínica Peñuelas'],
])('the name %j is written %j', (name, readable) => {
  expect(readableOrganizationName(name)).toBe(readable);
});

test.each([
  ['bright smiles', { name: 'bright smiles' }],
  ['Bright Smiles Austin, TX', { name: 'bright smiles', city: 'austin', state: 'TX' }],
  [
    'Bright Smiles Austin TX 78701',
    { name: 'bright smiles', city: 'austin', state: 'TX', zip: '78701' },
  ],
  ['dental new york new york', { name: 'dental', city: 'new york', state: 'NY' }],
  ['Smiles, Austin', { name: 'smiles', city: 'austin' }],
  ['Smiles, Texas', { name: 'smiles', state: 'TX' }],
  ['Smiles TX', { name: 'smiles', state: 'TX' }],
  ['Smile Co', { name: 'smile co' }],
  ['John Smith, DDS', { name: 'john smith' }],
  ['Smith & Jones, DDS, PA, Austin, TX', { name: 'smith & jones', city: 'austin', state: 'TX' }],
  ['Texas Smiles', { name: 'texas smiles' }],
  ['Smiles of Texas', { name: 'smiles of texas' }],
  ['06103-1234', { zip: '06103' }],
  ['Clínica Peñuelas', { name: 'clinica penuelas' }],
  ['Dental (24/7)!', { name: 'dental 24/7' }],
])('the query %j has the criteria %j', (query, criteria) => {
  expect(parseNppesQuery(query, isCity)).toEqual({
    ...{ name: '', city: '', state: '', zip: '' },
    ...criteria,
  });
});

describe('the parameters', () => {
  it('have a wildcard after at least two letters, and never only a state', () => {
    const none = { name: '', city: '', state: '', zip: '' };
    expect(nppesParameters({ ...none, state: 'CT' })).toBeNull();
    expect(nppesParameters({ ...none, name: 'a', state: 'CT' })).toBeNull();
    expect(nppesParameters({ ...none, name: "a'", zip: '06103' })).toEqual({
      postal_code: '06103*',
    });
    expect(nppesParameters({ ...none, name: 'ab' })).toEqual({ organization_name: 'ab*' });
  });

  it('are in plain letters for any query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (query) => {
        const parameters = nppesParameters(parseNppesQuery(query, isCity)) ?? {};
        for (const value of Object.values(parameters)) expect(value).toMatch(/^[\w &'./-]+\*?$/);
      }),
    );
  });
});

test.each([
  ['061031234', '06103-1234'],
  ['06103-1234', '06103-1234'],
  ['061030000', '06103'],
  ['06103', '06103'],
  ['0610', ''],
  ['K1A 0B1', ''],
])('the ZIP code %j is written %j', (zip, text) => {
  expect(formatZip(zip)).toBe(text);
});

test.each([
  ['8605550109', '(860) 555-0109'],
  ['+1 860 555 0109', '(860) 555-0109'],
  ['860-555-0109 x12', '(860) 555-0109'],
  ['555-0109', null],
])('the phone number %j is written %j', (phone, text) => {
  expect(formatPhone(phone)).toBe(text);
});

test.each([
  ['120', 120_000],
  ['0', 30_000],
  ['-5', 30_000],
  [null, 30_000],
  ['soon', 30_000],
  ['999999', 3_600_000],
  ['Wed, 18 Nov 2026 18:02:00 GMT', 120_000],
])('a requested pause of %j is %j ms', (retryAfter, pause) => {
  expect(requestedPause(retryAfter, new Date('2026-11-18T18:00:00Z'))).toBe(pause);
});
