import { expect, it } from 'vitest';
import { createListedProspect } from '#test/records.ts';
import { buildBoard, parseAddressEnd } from './list-rules.ts';

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

it('compares days in the stage with all prospects of the stage, from five on', () => {
  const days = [1, 2, 30, 40, 50];
  const rows = days.map((daysInStage, at) =>
    createListedProspect({ prospectId: at + 1, stage: 'Demo', daysInStage }),
  );
  const demo = (filtered: number[], all = rows) =>
    buildBoard(all, filtered).find(({ stage }) => stage === 'Demo');
  expect(demo([4])).toMatchObject({ count: 1, medianDays: 30 });
  expect(demo([])).toMatchObject({ count: 0, medianDays: 30 });
  expect(demo([0], rows.slice(0, 4))).toMatchObject({ count: 1, medianDays: null });
});
