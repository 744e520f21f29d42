import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { healthTiers, sizeTiers } from '#shared/core/tiers.ts';
import {
  isRunningState,
  onboardingStateLabels,
  onboardingStates,
} from '#shared/institutions/onboarding-states.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { createUntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { createListedInstitution } from '#test/records.ts';
import { computePlan } from './compute.ts';
import { type Interpretation, interpret } from './interpret.ts';
import type { QuestionContext } from './try-list.ts';
import { readKnownNames } from './words/known-names.ts';
import { createLexicon } from './words/lexicon.ts';
import { nearestWords } from './words/spelling.ts';
import { wordKey } from './words/tokens.ts';

const today = '2026-11-18';
const places = fc.constantFrom(
  ['TX', 'Austin'],
  ['CA', 'San Jose'],
  ['FL', 'Tampa'],
  ['OR', 'Portland'],
  ['IN', 'Gary'],
  [null, null],
);
const customers = fc
  .record({
    place: places,
    healthTier: fc.constantFrom(...healthTiers),
    adoptionScore: fc.integer({ min: 0, max: 1000 }).map((score) => score / 10),
    sizeTier: fc.constantFrom(...sizeTiers),
    ownerName: fc.constantFrom(
      'Priya Vaughn',
      'Victor Takahashi',
      'Rosa Villanueva',
      unassignedOwner,
    ),
    ehr: fc.constantFrom('Dentrix', 'Eaglesoft', 'Open Dental', null),
    locationCount: fc.integer({ min: 1, max: 5 }),
    openTicketCount: fc.integer({ min: 0, max: 3 }),
    atRisk: fc.boolean(),
    inGrace: fc.boolean(),
    goLiveDate: fc.constantFrom('2025-03-01', '2026-10-19', '2026-11-02', null),
  })
  .map(({ place: [state = null, city = null], adoptionScore, ...facts }) => ({
    ...facts,
    state,
    city,
    adoptionScore: facts.healthTier === 'Unknown' ? null : adoptionScore,
  }));

const rows: readonly ListedInstitution[] = fc
  .sample(customers, { numRuns: 300, seed: 20261118 })
  .map((facts, at) =>
    createListedInstitution({
      ...facts,
      institutionId: at + 1,
      institutionName: `Practice ${at + 1} Dental`,
    }),
  );
const source = createUntypedListRows(institutionColumns, rows);
const contextOf = (vocabulary: ListVocabulary): QuestionContext => ({
  lists: [{ vocabulary, columns: institutionColumns, source: async () => source }],
  today,
  synonyms: [],
  last: null,
});
const context = contextOf(customersVocabulary);

const readingsOf = (found: Interpretation) => (found.kind === 'readings' ? found.readings : []);

/** Asks a question that has exactly one reading. */
async function planOf(question: string, given = context) {
  const found = await interpret(question, given);
  const readings = readingsOf(found);
  expect(readings.length, `${question}: ${JSON.stringify(found)}`.slice(0, 500)).toBe(1);
  const [reading] = readings;
  if (reading === undefined) throw new Error('no reading');
  return reading.plan;
}

const stateOf = async (question: string) => formatListQueryString((await planOf(question)).state);

/** Questions with the state of the list, as in its URL, and the figure. */
const questions: [question: string, state: string, aggregate: string, groups?: string][] = [
  ['how many critical customers are in Texas', 'f.healthTier=Critical&f.state=TX', 'count'],
  ['customers under 50% score', 'f.adoptionScore=..%3C50', 'rows'],
  ['customers with a score of at least 50', 'f.adoptionScore=50..', 'rows'],
  ['customers with score between 40 and 60', 'f.adoptionScore=40..60', 'rows'],
  ['customers with a score over 30 and under 50', 'f.adoptionScore=%3E30..%3C50', 'rows'],
  ['customers with a score between 60 and 40', 'f.adoptionScore=40..60', 'rows'],
  ['customers with a score change under -10', 'f.scoreChange=..%3C-10', 'rows'],
  ['customers with a change between -10 and −5', 'f.scoreChange=-10..-5', 'rows'],
  ['customers with a score under .5', 'f.adoptionScore=..%3C0.5', 'rows'],
  ['customers not in Texas', 'f.state=~not&f.state=TX', 'rows'],
  ['customers with state != Texas', 'f.state=~not&f.state=TX', 'rows'],
  ['customers in Texas or Florida', 'f.state=TX&f.state=FL', 'rows'],
  ['customers in OR', 'f.state=OR', 'rows'],
  ['customers in Austin', 'f.city=~is&f.city=Austin', 'rows'],
  ['customers with more than 2 open tickets', 'f.openTicketCount=%3E2..', 'rows'],
  ['customers without open tickets', 'f.openTicketCount=..0', 'rows'],
  ['customers with 3 or more open tickets', 'f.openTicketCount=3..', 'rows'],
  ["Priya's critical customers", 'f.healthTier=Critical&f.ownerName=Priya%20Vaughn', 'rows'],
  ['my at-risk customers', 'f.ownerName=~me&f.atRisk=yes', 'rows'],
  ['customers that are not at risk', 'f.atRisk=no', 'rows'],
  ['customers that went live last month', 'f.goLiveDate=2026-10-01..2026-10-31', 'rows'],
  ['customers that went live since 2026-11-01', 'f.goLiveDate=2026-11-01..', 'rows'],
  ['average score by EHR', '', 'mean adoptionScore', 'ehr'],
  ['total open tickets by owner', '', 'sum openTicketCount', 'ownerName'],
  [
    'how many open tickets do critical customers have',
    'f.healthTier=Critical',
    'sum openTicketCount',
  ],
  ['customers by owner and health tier', '', 'count', 'ownerName healthTier'],
  ['top 10 customers by open tickets', 'sort=-openTicketCount', 'rows 10'],
  ['the 5 worst customers', 'sort=adoptionScore', 'rows 5'],
  ['which owner has the most critical customers', 'f.healthTier=Critical', 'count', 'ownerName'],
  ['highest score among critical customers', 'f.healthTier=Critical', 'highest adoptionScore'],
  ['customers that dropped more than 5 points', 'f.scoreChange=..%3C-5', 'rows'],
  ['critical without open tickets', 'f.healthTier=Critical&f.openTicketCount=..0', 'rows'],
  [
    'critical customers sorted by score lowest first',
    'f.healthTier=Critical&sort=adoptionScore',
    'rows',
  ],
  ['locations by state', '', 'sum locationCount', 'state'],
  ['the five biggest customers', 'sort=-locationCount', 'rows 5'],
  ['customers with their score and owner', '', 'rows'],
  ['top 3 states by customers', '', 'count', 'state'],
  ['compare Texas and Florida', 'f.state=TX&f.state=FL', 'count', 'state'],
  ['what share of large customers are at risk', 'f.sizeTier=Large', 'share f.atRisk=yes'],
  ['share of customers with open tickets', '', 'share f.openTicketCount=%3E0..'],
  ['Practice 7 Dental', 'f.institutionName=~is&f.institutionName=Practice%207%20Dental', 'rows'],
];

/** List filter for the onboarding states of customers whose onboarding has not ended. */
const currentOnboarding = onboardingStates
  .filter(isRunningState)
  .map((state) => `f.onboardingState=${encodeURIComponent(onboardingStateLabels[state])}`)
  .join('&');

describe('a question', () => {
  it.each(questions)('“%s” is read as %s, %s', async (question, state, figure, groups = '') => {
    const plan = await planOf(question);
    const { aggregate } = plan;
    const detail =
      aggregate.kind === 'share'
        ? formatListQueryString({ filters: aggregate.filters })
        : 'column' in aggregate
          ? aggregate.column
          : aggregate.kind === 'rows'
            ? (aggregate.limit ?? '')
            : '';
    expect({
      state: formatListQueryString(plan.state),
      figure: `${aggregate.kind} ${detail}`.trim(),
      groups: plan.groups.map(({ column }) => column).join(' '),
    }).toEqual({ state, figure, groups });
  });

  it.each([
    ['share of healthy customers in Texas', ['f.healthTier=Healthy', 'f.state=TX']],
    ['medium customers', ['f.healthTier=Medium', 'f.sizeTier=Medium']],
    ['new customers', ['f.inGrace=yes', currentOnboarding]],
    ['active customers', ['', 'f.hasZeroUsage=no']],
    ['customers in Texas or critical', ['f.healthTier=Critical', 'f.state=TX']],
  ])('“%s” has several readings', async (question, states) => {
    const readings = readingsOf(await interpret(question, context));
    expect(readings.map(({ plan }) => formatListQueryString(plan.state)).sort()).toEqual(states);
  });

  it.each([
    ['', 'Ask a question in words.'],
    ['🎉🎉', 'I don’t know'],
    ['hello', 'Say what you want to see'],
    ['how many', 'Say what you want to see'],
    ['score of large customers', 'needs a word such as “average”'],
    ['total score of customers', 'can’t be added up'],
    ['critical customers last month', 'I only know this for today'],
    ['customers who were critical', 'I only know this for today'],
    ['customers with exactly 50% score', 'Ask for a range'],
    ['customers with a score under 50 days', 'is not measured in days'],
    ['healthy customers and critical customers', 'Use only one condition on Health tier'],
    ['customers by carrier', 'I don’t know “carrier”'],
    ['customers in Ontario', 'I don’t know “Ontario”'],
    ['drop table institution', 'I don’t know'],
    ['¿cuántos clientes hay en Texas?', 'I don’t know'],
    ['customers not', 'I know “not” but couldn’t fit it'],
    ['customers only', 'I know “only” but couldn’t fit it'],
    ['how many open customers are in Texas', '“open”'],
    ['customers that are open', '“open”'],
    ['-critical customers', 'I don’t know “-”'],
    ['!critical customers', 'I don’t know “!”'],
    ['customers that can’t be critical', 'I don’t know “cannot”'],
    ['customers that dropped more than -5 points', 'Ask without a plus or minus sign'],
    ['top -5 customers by score', 'Ask for 1 to 1,000 rows'],
    ['customers with a score under 50‰', 'I don’t know “‰”'],
    ['the most', 'Say which figure “the most” refers to'],
  ])('“%s” is refused: %s', async (question, reason) => {
    const found = await interpret(question, context);
    expect(found).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) });
  });

  it.each([
    ['how many custmers in Texas', 'f.state=TX'],
    ['critcal customers', 'f.healthTier=Critical'],
  ])('“%s” is corrected, and the correction is stated', async (question, state) => {
    const found = await interpret(question, context);
    expect(readingsOf(found).map(({ plan }) => formatListQueryString(plan.state))).toEqual([state]);
    expect(found).toMatchObject({ corrections: [{ typed: expect.any(String) }] });
  });

  it.each([
    [
      [
        'critical customers in Texas',
        'customers in Texas that are critical',
        'which customers in TX are critical',
        'show me the critical customers located in Texas please',
      ],
    ],
    [
      [
        'customers under 50% score',
        'customers with score below 50',
        'customers with a score less than 50%',
        'customers whose score is under 50',
      ],
    ],
    [['my customers', 'customers owned by me', 'customers that are mine']],
    [
      [
        'customers without open tickets',
        'customers with no open tickets',
        'customers that do not have open tickets',
      ],
    ],
  ])('means the same as its paraphrases: %j', async (paraphrases) => {
    const states = await Promise.all(paraphrases.map(stateOf));
    expect(new Set(states).size).toBe(1);
  });
});

describe('a follow-up', () => {
  it.each([
    ['critical customers', 'only Texas', 'f.healthTier=Critical&f.state=TX', 'rows'],
    [
      'critical customers in Texas',
      'and mine?',
      'f.healthTier=Critical&f.state=TX&f.ownerName=~me',
      'rows',
    ],
    [
      'critical customers in Texas',
      'what about Florida',
      'f.healthTier=Critical&f.state=FL',
      'rows',
    ],
    [
      'critical customers in Texas',
      'also Florida',
      'f.healthTier=Critical&f.state=TX&f.state=FL',
      'rows',
    ],
    ['customers not in Texas', 'also Florida', 'f.state=FL', 'rows'],
    ['critical customers', 'by state', 'f.healthTier=Critical', 'count'],
    ['critical customers', 'by size', 'f.healthTier=Critical', 'count'],
    ['critical customers', 'by size as a chart', 'f.healthTier=Critical', 'count'],
    ['critical customers', 'by locations', 'f.healthTier=Critical&sort=-locationCount', 'rows'],
    [
      'critical customers',
      'without Dentrix',
      'f.healthTier=Critical&f.ehr=~not&f.ehr=Dentrix',
      'rows',
    ],
    ['average score by EHR', 'only Texas', 'f.state=TX', 'mean'],
    [
      'customers that went live last month',
      'this month instead',
      'f.goLiveDate=2026-11-01..2026-11-30',
      'rows',
    ],
  ])('“%s”, then “%s”', async (first, second, state, kind) => {
    const last = await planOf(first);
    const plan = await planOf(second, { ...context, last });
    expect([formatListQueryString(plan.state), plan.aggregate.kind]).toEqual([state, kind]);
  });

  it('that is also a full question has both readings', async () => {
    const last = await planOf('critical customers');
    const found = await interpret('how many are large', { ...context, last });
    expect(readingsOf(found).map(({ plan }) => formatListQueryString(plan.state))).toEqual([
      'f.sizeTier=Large',
      'f.healthTier=Critical&f.sizeTier=Large',
    ]);
  });

  it('with a noun is a new question', async () => {
    const last = await planOf('critical customers');
    expect(
      formatListQueryString((await planOf('customers in Texas', { ...context, last })).state),
    ).toBe('f.state=TX');
  });
});

async function compute(question: string) {
  const plan = await planOf(question);
  return computePlan(plan, source, source.select(plan.state), customersVocabulary);
}

const countOf = async (question: string) => (await compute(question)).total;
const conditions = [
  'in Texas',
  'with Dentrix',
  'at risk',
  'in grace',
  'under 50% score',
  'without open tickets',
];

describe('the figures', () => {
  it('never grow with another filter', async () => {
    for (const one of conditions)
      for (const other of conditions.filter((each) => each !== one)) {
        const both = await countOf(`customers ${one} and ${other}`);
        expect(both).toBeLessThanOrEqual(await countOf(`customers ${one}`));
      }
  });

  it.each(['state', 'EHR', 'owner', 'health tier', 'size tier'])(
    'of groups by %s add up',
    async (column) => {
      const { total, groups } = await compute(`customers by ${column}`);
      expect(groups.reduce((sum, group) => sum + group.rows, 0)).toBe(total);
    },
  );

  it.each([
    ['in Texas', 'not in Texas', 'without state'],
    ['with Dentrix', 'not with Dentrix', 'without EHR'],
    ['owned by Priya', 'not owned by Priya'],
    ['without owner', 'with owner'],
  ])('%s and %s, with the unknown ones, are all customers', async (...parts) => {
    const counts = await Promise.all(parts.map((part) => countOf(`customers ${part}`)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  });

  it('of the top 5 are the first of the top 10', async () => {
    const names = async (question: string) => {
      const { state, aggregate } = await planOf(question);
      const limit = aggregate.kind === 'rows' ? (aggregate.limit ?? 0) : 0;
      return source.select(state).values('institutionName').slice(0, limit);
    };
    const ten = await names('top 10 customers by score');
    expect(await names('top 5 customers by score')).toEqual(ten.slice(0, 5));
  });
});

/** Returns the vocabulary without one of its words. */
function withoutWord(vocabulary: ListVocabulary, word: string): ListVocabulary {
  const without = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value, (_, each) =>
        Array.isArray(each) ? each.filter((item) => item !== word) : each,
      ),
    );
  return {
    ...vocabulary,
    noun: without(vocabulary.noun),
    columns: without(vocabulary.columns),
    phrases: without(vocabulary.phrases),
  };
}

const wordsOf = (value: unknown): string[] => {
  if (Array.isArray(value))
    return value.flatMap((each) => (typeof each === 'string' ? [each] : wordsOf(each)));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
};

const knownWords = new Set(
  [
    ...createLexicon(customersVocabulary, source, {
      lists: [customersVocabulary],
      today,
      synonyms: [],
      known: readKnownNames(customersVocabulary, source),
    }).words(),
  ].flatMap((phrase) => phrase.split(' ')),
);

describe('a word', () => {
  it('that is removed from the vocabulary never turns an answer into another answer', async () => {
    const words = new Set(
      wordsOf([customersVocabulary.noun, customersVocabulary.columns, customersVocabulary.phrases]),
    );
    expect(words.size).toBeGreaterThan(100);
    for (const word of words) {
      const used = questions.filter(([question]) =>
        question.toLowerCase().includes(word.toLowerCase()),
      );
      const reduced = contextOf(withoutWord(customersVocabulary, word));
      for (const [question] of used) {
        const right = JSON.stringify(await planOf(question));
        const readings = readingsOf(await interpret(question, reduced));
        if (readings.length === 1)
          expect(JSON.stringify(readings[0]?.plan), `${question} without ${word}`).toBe(right);
      }
    }
  });

  it('that the vocabulary does not have is named, and the question is not answered', async () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxzaeiou'),
      minLength: 5,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...questions),
        fc.nat(),
        letters,
        async ([question], at, word) => {
          fc.pre(nearestWords(wordKey(word), knownWords, 2).length === 0);
          const words = question.split(' ');
          const place = at % words.length;
          const replaced = words.map((each, index) => (index === place ? word : each)).join(' ');
          const found = await interpret(replaced, context);
          expect(found, replaced).toMatchObject({
            kind: 'none',
            unknownWords: expect.arrayContaining([word]),
          });
        },
      ),
      { numRuns: isDeepTestRun ? 5_000 : 1_000 },
    );
  });
});

describe('a number', () => {
  it.each([
    ['top 0 customers by score', 'Ask for 1 to 1,000 rows.'],
    ['top 2.5 customers by score', 'Ask for 1 to 1,000 rows.'],
    ['top 5000 customers by score', 'Ask for 1 to 1,000 rows.'],
    ['top 0 states by customers', 'Ask for 1 to 1,000 rows.'],
    ['customers with more than 12345678901234567890 locations', 'Locations'],
    ['customers with a score under 0.12345678', 'Score'],
  ])('that a list can’t use is refused: “%s”', async (question, reason) => {
    const found = await interpret(question, context);
    expect(found).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) });
  });

  it.each(['last 3650 years', 'last 3650 months', 'next 3650 years'])(
    'of time outside the accepted years is refused: %s',
    async (period) => {
      const found = await interpret(`customers that went live in the ${period}`, context);
      expect(found).toMatchObject({ kind: 'none' });
    },
  );
});
