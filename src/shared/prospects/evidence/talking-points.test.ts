import { expect, it } from 'vitest';
import { churnSentence } from './churn-words.ts';
import type { ChurnEvidence, ProspectEvidence, ReferenceCustomer } from './evidence.ts';
import { practiceTypeOf } from './practice-type.ts';
import { buildTalkingPoints, nearReferenceMiles } from './talking-points.ts';
import { matchText } from './words.ts';

const reference: ReferenceCustomer = {
  institutionId: 1,
  institutionName: 'Secret Dental',
  city: 'Hartford',
  state: 'CT',
  practiceType: 'Orthodontics',
  ehr: 'Dentrix',
  sizeTier: 'Small',
  miles: 4.2,
  same: ['size', 'type'],
  differs: [],
  best: { product: 'forms', score: 143 },
};
const churn: ChurnEvidence = {
  ehr: 'Dentrix',
  sizeTier: 'Small',
  own: { customers: 40, left: 6, per100Years: 8 },
  others: { customers: 90, left: 30, per100Years: 16 },
  ratio: { value: 0.5, low: 0.3, high: 0.9 },
  reasons: [{ reason: 'Low use', losses: 4 }],
  losses: 6,
};
const evidence: ProspectEvidence = {
  traits: { sizeTier: 'Small', locations: 1, practiceType: 'Orthodontics', ehr: 'Dentrix' },
  weekEndDate: '2026-11-14',
  references: [reference],
  usage: [
    {
      product: 'onlineBooking',
      customers: 212,
      sizeTier: 'Small',
      practiceType: 'Orthodontics',
      median: 43.4,
      quartileLow: 28,
      quartileHigh: 61,
    },
  ],
  firstBooking: {
    customers: 31,
    sizeTier: 'Small',
    ehr: 'Dentrix',
    days: 9,
    quartileLow: 5,
    quartileHigh: 20,
  },
  onboarding: null,
  churn,
};
const points = (facts: Partial<ProspectEvidence>) => buildTalkingPoints({ ...evidence, ...facts });
const nothing: Partial<ProspectEvidence> = {
  references: [],
  usage: [],
  firstBooking: null,
  onboarding: null,
  churn: null,
};

it('makes three sentences of the strongest facts', () => {
  expect(points({})).toEqual([
    'Orthodontics practices of your size have 43 bookings a month through Online Booking; the middle half of 212 customers have 28–61.',
    'Half of our customers of your size on Dentrix get their first online booking within 9 days of going live; the middle half take 5–20 days.',
    'A practice like yours within 25 miles works with us.',
  ]);
});

it('claims nothing that is not measured', () => {
  expect(points(nothing)).toEqual([]);
  const waiting = { customers: 9, sizeTier: null, ehr: null, quartileLow: 3, quartileHigh: null };
  expect(points({ ...nothing, firstBooking: { ...waiting, days: null } })).toEqual([]);
  expect(points({ ...nothing, firstBooking: { ...waiting, days: 1.2 } })).toEqual([
    'Half of our customers get their first online booking within 1 day of going live.',
  ]);
  const [usage] = evidence.usage;
  if (usage === undefined) throw new Error('no usage');
  expect(points({ ...nothing, usage: [{ ...usage, median: 0.4 }] })).toEqual([]);
});

it.each<[string, Partial<ReferenceCustomer>, number]>([
  ['at the limit', { miles: nearReferenceMiles }, 1],
  ['beyond the limit', { miles: nearReferenceMiles + 0.1 }, 0],
  ['of another EHR', { differs: ['ehr'] }, 0],
  ['without any shared fact', { same: [] }, 0],
])('a reference %s', (_, facts, count) => {
  expect(points({ ...nothing, references: [{ ...reference, ...facts }] })).toHaveLength(count);
});

it('never names a customer or its figures', () => {
  const all = points({ ...nothing, references: [reference], churn }).join(' ');
  expect(all).not.toMatch(/Secret|143/);
});

it.each([
  [{ value: 0.5, low: 0.3, high: 0.9 }, 1, 'leave less often than others, 0.5 times as often.'],
  [
    { value: 0.9, low: 0.5, high: 1 },
    0,
    'leave between 0.5 and 1 times as often as others, so the difference may be chance.',
  ],
  [
    { value: 1.8, low: 1.2, high: 2.7 },
    0,
    'leave 1.8 times as often as others. Sell with training.',
  ],
  [
    { value: 1.3, low: 1, high: 1.7 },
    0,
    'leave between 1 and 1.7 times as often as others, so the difference may be chance.',
  ],
])('a ratio of %j is an argument %d times', (ratio, count, sentence) => {
  expect(points({ ...nothing, churn: { ...churn, ratio } })).toHaveLength(count);
  expect(churnSentence({ ...churn, ratio })).toBe(`Small customers on Dentrix ${sentence}`);
});

it('recommends training only for reasons that training prevents, and admits small numbers', () => {
  const ratio = { value: 2, low: 1.2, high: 3 };
  const reasons = [{ reason: 'Competitor', losses: 5 }];
  expect(churnSentence({ ...churn, ratio, reasons })).not.toContain('training');
  expect(churnSentence({ ...churn, ratio: null })).toContain('Too few');
});

it('names what a reference shares', () => {
  expect(matchText({ same: ['ehr', 'size', 'type'], differs: [] })).toBe('Same type, size and EHR');
  expect(matchText({ same: ['type'], differs: ['ehr', 'size'] })).toBe(
    'Same type; size and EHR differ',
  );
  expect(matchText({ same: [], differs: ['ehr'] })).toBe('EHR differs');
  expect(matchText({ same: [], differs: [] })).toBe('');
});

it('finds the practice type of a business type in the spelling of customers', () => {
  const known = new Map([
    ['general dentistry', 'General dentistry'],
    ['hospital', 'Hospital'],
  ]);
  expect(
    ['Dentist', ' HOSPITAL ', 'Orthodontist', '', 'constructor', '牙医'].map((type) =>
      practiceTypeOf(type, known),
    ),
  ).toEqual(['General dentistry', 'Hospital', null, null, null, null]);
});
