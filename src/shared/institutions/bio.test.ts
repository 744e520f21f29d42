import { describe, expect, it } from 'vitest';
import { genericBio, maxBioLength, shortenBio } from './bio.ts';

describe('a short bio', () => {
  it('ends before a quoted review', () => {
    expect(
      shortenBio(
        'Family dentistry since 1990. A recent review mentioned: "great staff"',
        'Elm Dental',
      ),
    ).toBe('Family dentistry since 1990.');
  });

  it('drops the leading practice name and the punctuation after it', () => {
    expect(shortenBio('Elm Dental: care for families', 'Elm Dental')).toBe('Care for families');
    expect(shortenBio('ELM DENTAL is a clinic', 'Elm Dental')).toBe('A clinic');
    expect(shortenBio('Bright Smiles of Ohio', 'Bright Smile')).toBe('Bright Smiles of Ohio');
    expect(shortenBio('A (b) c*: care', 'A (b) c*')).toBe('Care');
  });

  it.each([
    ['Elm Dental is a family dental practice in Reno.', 'A family dental practice in Reno.'],
    ['Elm Dental offers care for all ages.', 'The practice offers care for all ages.'],
    ['Elm Dental has served Reno since 1990.', 'The practice has served Reno since 1990.'],
    ['Elm Dental is located in Reno.', 'The practice is located in Reno.'],
    [
      'Elm Dental in Reno believes in gentle care.',
      'The practice in Reno believes in gentle care.',
    ],
    ['Elm Dental’s dentists speak Spanish.', 'Elm Dental’s dentists speak Spanish.'],
    ['a family dental practice in Reno.', 'A family dental practice in Reno.'],
    ['Elm Dental – élan and care', 'Élan and care'],
    ['Elm Dental', ''],
  ])('is a sentence: %s', (bio, short) => {
    expect(shortenBio(bio, 'Elm Dental')).toBe(short);
  });

  it('has at most 150 characters before the ellipsis', () => {
    const long = 'X'.repeat(maxBioLength);
    expect(shortenBio(long, '')).toBe(long);
    expect(shortenBio(`${long}y`, '')).toBe(`${long}…`);
    expect([...shortenBio('😀'.repeat(200), '')]).toHaveLength(maxBioLength + 1);
  });

  it('is empty when it only contained a review', () => {
    expect(shortenBio('Elm Dental. A recent review mentioned: nice', 'Elm Dental.')).toBe('');
  });
});

it('has a generic sentence for one location and for several', () => {
  expect(genericBio('Elm Dental', 1)).toBe(
    'Elm Dental is a dental practice located in their location',
  );
  expect(genericBio('Elm Dental', 2)).toBe(
    'Elm Dental is a dental practice located in multiple locations',
  );
});
