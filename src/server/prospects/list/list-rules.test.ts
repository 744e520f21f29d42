import { expect, it } from 'vitest';
import { parseAddressEnd } from './list-rules.ts';

const none = { city: null, state: null, zip: null };

it.each([
  ['1 Main St, Hartford, CT 06103', { city: 'Hartford', state: 'CT', zip: '06103' }],
  [
    '1 Main St, Suite 4, St. Louis, MO 63101-1234',
    { city: 'St. Louis', state: 'MO', zip: '63101' },
  ],
  ['Hartford, CT 06103 ', { city: 'Hartford', state: 'CT', zip: '06103' }],
  ['1 Main St, Hartford, CT', none],
  ['12 Rue de Rivoli, 75001 Paris', none],
  ['', none],
])('reads city, state and ZIP code of %j', (address, parts) => {
  expect(parseAddressEnd(address)).toEqual(parts);
});
