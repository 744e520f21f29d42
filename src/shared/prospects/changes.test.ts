import { expect, it } from 'vitest';
import { prospectFactProblem } from './changes.ts';

it.each([
  // The example of the NPI standard, with a changed and a swapped digit.
  ['npi', '1234567893', true],
  ['npi', '1234567892', false],
  ['npi', '1234567839', false],
  ['npi', '3234567899', false],
  ['npi', '123456789', false],
  ['npi', '12345678931', false],
  ['npi', '１２３４５６７８９３', false],
  ['npi', '', true],
  ['locationCount', '1', true],
  ['locationCount', '999999', true],
  ['locationCount', '1000000', false],
  ['locationCount', '0', false],
  ['locationCount', '3.5', false],
  ['locationCount', '٣', false],
  ['onlineBooking', 'Yes', true],
  ['onlineBooking', 'No', true],
  ['onlineBooking', 'maybe', false],
  ['ehr', 'anything', true],
] as const)('%s “%s” can be saved: %s', (field, value, canBeSaved) => {
  expect(prospectFactProblem(field, value) === undefined).toBe(canBeSaved);
});
