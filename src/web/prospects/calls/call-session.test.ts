import { expect, test } from 'vitest';
import { createListedProspect } from '#test/records.ts';
import { placeInQueue } from './call-session.ts';

const [ash, elm, oak] = [1, 2, 3].map((prospectId) => ({
  prospect: createListedProspect({ prospectId }),
  lastNote: null,
}));
const all = [ash, elm, oak].filter((called) => called !== undefined);
const withoutElm = all.filter((called) => called !== elm);

test.each([
  [all, '2', 1],
  [withoutElm, '2', 1],
  [all.slice(0, 2), '3', 2],
  [all, 'end', 3],
  [all, null, 0],
  [all, '99', 0],
])(
  'the place is the prospect’s, or that of the next one that is not left out',
  (queue, at, place) => {
    expect(placeInQueue(all, queue, at)).toBe(place);
  },
);
