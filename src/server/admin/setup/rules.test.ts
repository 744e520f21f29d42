import { describe, expect, it } from 'vitest';
import { detectFileKind } from '#server/imports/reading/header/file-kind.ts';
import {
  findLikelySource,
  hasTooManyUnknownIds,
  likelyUnknownIdReason,
  unknownIdsText,
} from './id-rules.ts';

const taken = (header: string) => detectFileKind(() => header.split(','));

describe('the kind of a file', () => {
  it.each([
    ['Account ID,Account Name,Billing Street,Created Date', 'practices'],
    ['Name', 'practices'],
    ['Practice Name,Online Booking,Payments', 'practices'],
    ['Account ID,Account Name,Date,Product,Value', 'usage'],
    ['Location ID,Day,Online Booking,Payments', 'usage'],
    ['Account ID,Account Name,Product,Active', 'entitlements'],
    ['Chairside institution id,Product,From,To', 'entitlements'],
  ])('%s: %s', (header, kind) => expect(taken(header)).toEqual({ kind }));

  it.each([
    ['Account ID,Product,Date,Active,Value', 'It could be usage or entitlements.'],
    [
      'Account ID,Account Name,Billing Street,Product,Start Date',
      'It could be practices or entitlements.',
    ],
    [
      'First Name,Last Name,Account Name,Mailing City',
      'It looks like a list of people, because it has "First Name".',
    ],
    ['Deal Name,Deal Stage,Company', 'It looks like a list of deals, because it has "Deal Name".'],
    ['Ticket ID,Subject,Company', 'It looks like a list of tickets, because it has "Ticket ID".'],
    ['Account ID,Product,Value', 'It is closest to usage but lacks a date.'],
    ['Colour,Weight', 'It has no recognized column.'],
  ])('%s: %s', (header, why) => expect(taken(header)).toEqual({ why }));

  it('is unknown without a header', () =>
    expect(detectFileKind(() => undefined)).toEqual({ why: 'It has no header line.' }));
});

describe('unknown ids', () => {
  const unknown = (count: number) => Array.from({ length: count }, (_, index) => String(index));

  it('are too many above a tenth', () => {
    expect(hasTooManyUnknownIds({ of: 'institution', ids: 100, unknown: unknown(10) })).toBe(false);
    expect(hasTooManyUnknownIds({ of: 'institution', ids: 100, unknown: unknown(11) })).toBe(true);
  });

  it('are reported with their share and examples', () => {
    expect(
      unknownIdsText(
        'usage.csv',
        { of: 'location', ids: 7_000, unknown: unknown(2_310) },
        'So it is.',
      ),
    ).toBe(
      '2,310 of 7,000 location ids of usage.csv are neither in a practices file nor in the database, such as "0", "1", "2". So it is.',
    );
  });

  it.each([
    ['123', '00123'],
    ['123', 'A-00123'],
    ['8AA0E0BC-1F4F-E811', '{8aa0e0bc-1f4f-e811}'],
    ['0015g00000XyZAb', '0015g00000XyZAbAAJ'],
    ['0015g00000XyZAbAAJ', '0015g00000XyZAb'],
  ])('%s may be %s', (written, id) =>
    expect(likelyUnknownIdReason([written], [id], [])).toBe(
      `"${written}" may be the same id as "${id}" in the practices file. Export the ids as text in both files.`,
    ),
  );

  it.each([
    ['123', '124'],
    ['A1', 'B2'],
    ['123456789012345678', '123456789012345'],
  ])('%s is not %s', (written, id) =>
    expect(likelyUnknownIdReason([written], [id], [])).toBeUndefined(),
  );

  it('may be of another source', () =>
    expect(likelyUnknownIdReason(['1'], [], [{ source: 'salesforce', ids: 3 }])).toContain(
      'add --source salesforce',
    ));
});

describe('practices that another source has', () => {
  const sources = (salesforce: number, own: number) => [
    { source: 'salesforce', ids: salesforce },
    { source: 'import', ids: own },
  ];

  it('are reported above a tenth, unless their own source has as many', () => {
    expect(findLikelySource(100, 'import', sources(11, 0))?.source).toBe('salesforce');
    expect(findLikelySource(100, 'import', sources(10, 0))).toBeUndefined();
    expect(findLikelySource(100, 'import', sources(100, 100))).toBeUndefined();
    expect(findLikelySource(100, 'salesforce', sources(100, 100))).toBeUndefined();
  });
});
