import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import type { Answer, Outcome } from '#shared/assistant/assistant.ts';

/** Question of a user; a follow-up changes the plan of the last answer. */
export interface BenchQuestion {
  kind: Kind;
  text: string;
  /** Kinds of outcome that the question can have. */
  outcomes: readonly Outcome['kind'][];
}

export const kinds = [
  'count',
  'rows',
  'groups',
  'share',
  'one customer',
  'two readings',
  'unknown word',
  'missing value',
  'follow-up',
] as const;
export type Kind = (typeof kinds)[number];

/** Names that occur in the rows. */
export interface Names {
  customers: readonly string[];
  owners: readonly string[];
}

const states = ['Texas', 'California', 'TX', 'Oregon', 'New York'];
const ehrs = ['Dentrix', 'Eaglesoft', 'Curve'];
const tiers = ['critical', 'healthy', 'at risk', 'declining'];
const unknownWords = ['zorbs', 'payslips', 'NPS', 'parking spaces', 'revenue per chair', 'moods'];
const missingValues = ['Orthotrac', 'Ontario', 'Reykjavik', 'Zed Bolton'];

type Template = (random: SeededRandom, names: Names) => string;

const templates: Record<
  Kind,
  { weight: number; outcomes: BenchQuestion['outcomes']; texts: readonly Template[] }
> = {
  count: {
    weight: 22,
    outcomes: ['answer', 'ask'],
    texts: [
      (r) => `How many ${r.pick(tiers)} customers are in ${r.pick(states)}?`,
      (r) => `How many customers are on ${r.pick(ehrs)}?`,
      (r) => `number of customers with a score under ${r.integer(20, 90)}`,
      (r) => `how many open tickets are more than ${r.integer(2, 60)} days old`,
      (r, { owners }) => `How many customers does ${r.pick(owners)} own?`,
      () => 'How many of my customers are at risk?',
      (r) => `How many open renewals are due in the next ${r.integer(30, 200)} days?`,
      () => 'How many tasks are overdue?',
    ],
  },
  rows: {
    weight: 20,
    outcomes: ['answer', 'ask'],
    texts: [
      (r) => `Show me ${r.pick(tiers)} customers in ${r.pick(states)}`,
      (r) => `Bottom ${r.integer(3, 20)} customers by score`,
      (r) => `Top ${r.integer(3, 20)} customers by open tickets`,
      () => 'Renewals due this month',
      () => 'open tickets with high priority',
      (r, { owners }) => `tasks of ${r.pick(owners)}`,
      (r) => `customers on ${r.pick(ehrs)} with a score below ${r.integer(20, 60)}`,
      () => 'customers in onboarding that are behind',
      () => 'my customers',
    ],
  },
  groups: {
    weight: 14,
    outcomes: ['answer', 'ask'],
    texts: [
      () => 'Average score of customers by EHR',
      () => 'Customers by size and health tier',
      () => 'open tickets by stage',
      () => 'renewals by owner',
      () => 'Which owner has the most critical customers?',
      (r) => `customers on ${r.pick(ehrs)} by state`,
      () => 'total amount of renewals by month',
    ],
  },
  share: {
    weight: 8,
    outcomes: ['answer', 'ask'],
    texts: [
      (r) => `What percentage of ${r.pick(ehrs)} customers is at risk?`,
      () => 'What share of large customers are at risk?',
      (r) => `what share of customers in ${r.pick(states)} is critical`,
    ],
  },
  'one customer': {
    weight: 12,
    outcomes: ['answer', 'ask', 'explain', 'refuse'],
    texts: [
      (r, { customers }) => `What is the score of ${r.pick(customers)}?`,
      (r, { customers }) => `open tickets of ${r.pick(customers)}`,
      (r, { customers }) => `Who owns ${r.pick(customers)}?`,
      (r, { customers }) => `when is the renewal of ${r.pick(customers)} due`,
    ],
  },
  'two readings': {
    weight: 5,
    outcomes: ['ask', 'answer'],
    texts: [
      () => 'Medium customers',
      (r) => `new customers in ${r.pick(states)}`,
      () => 'how many medium customers have open tickets',
    ],
  },
  'unknown word': {
    weight: 6,
    outcomes: ['refuse', 'ask'],
    texts: [
      (r) => `How many customers have ${r.pick(unknownWords)}?`,
      (r) => `${r.pick(unknownWords)} by owner this quarter`,
      () => 'Please write a friendly email to everybody who complained about the waiting room',
      (r) => `what about the ${r.pick(unknownWords)} of our practices near the lake`,
    ],
  },
  'missing value': {
    weight: 5,
    outcomes: ['refuse', 'ask', 'answer'],
    texts: [
      (r) => `customers using ${r.pick(missingValues)}`,
      () => 'customers without an owner',
      () => 'customers with no EHR',
    ],
  },
  'follow-up': {
    weight: 16,
    outcomes: ['answer', 'ask', 'refuse'],
    texts: [
      (r) => `only ${r.pick(states)}`,
      (r) => `and on ${r.pick(ehrs)}?`,
      () => 'by owner',
      () => 'only critical',
      () => 'by health tier instead',
    ],
  },
};

const weighted = kinds.map((kind) => ({ kind, weight: templates[kind].weight }));

/** Returns whether the list of a plan has the columns that the follow-ups name. */
export const canHaveFollowUps = ({ list }: Answer['plan']): boolean => list === 'customers';

/** Returns a function that returns the next question of a mix. */
export function createQuestionMix(names: Names): () => BenchQuestion {
  const random = createRandom('assistant');
  return () => {
    const { kind } = random.weighted(weighted);
    const { outcomes, texts } = templates[kind];
    return { kind, outcomes, text: random.pick(texts)(random, names) };
  };
}
