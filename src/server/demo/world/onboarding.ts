import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import type { ProductKey } from '#shared/core/products.ts';
import {
  type BlockerKind,
  findMilestoneTemplate,
  type MilestoneKey,
  milestonesFor,
} from '#shared/onboarding/milestones.ts';
import type { DemoTableRow, EndOfDayRow } from './rows.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

/**
 * Returns the difficulty of the onboarding as a logarithm. A slow start and low engagement make it
 * more difficult, and they also make a later loss more likely.
 */
const hardshipOf = ({ life }: DemoInstitution): number =>
  (life.rampDays > 90 ? 0.5 : 0) - 2.2 * life.engagement - 0.4;

const blockerWeights: readonly { blocker: BlockerKind; weight: number }[] = [
  { blocker: 'ehr_link', weight: 30 },
  { blocker: 'training', weight: 22 },
  { blocker: 'customer', weight: 22 },
  { blocker: 'forms', weight: 15 },
  { blocker: 'staff', weight: 11 },
];
const pauseReasons = [
  'Moving to another office',
  'Changing the EHR',
  'Owner on leave',
  'Hiring a front desk',
];
/** Milestones that users check off. The other milestones follow from data. */
const tickedByPeople = [
  'data_verified',
  'staff_trained',
  'forms_published',
  'payments_enabled',
] as const;

/**
 * Returns the changes to a customer's onboarding, each with its day: contract, kickoff, milestones,
 * blockers and pauses. Returns none for a customer that went live before the demo's first week. A
 * blocker or pause can end after the last day of the calendar.
 */
export function simulateOnboardingChanges(
  { calendar, seed }: Pick<DemoWorld, 'calendar' | 'seed'>,
  institution: DemoInstitution,
): EndOfDayRow[] {
  const { institutionId, created, life, churned } = institution;
  if (created < 0) return [];
  const random = createRandom(seed, 'onboarding', institutionId);
  const hardship = hardshipOf(institution);
  const kickoff = created - random.integer(14, 40);
  const contract = kickoff - random.integer(3, 21);
  const changes: EndOfDayRow[] = [
    caseChange(institutionId, created, calendar.dayAt(contract), calendar.dayAt(kickoff)),
  ];
  const isThere = (day: number) =>
    day <
    Math.min(churned ?? Number.POSITIVE_INFINITY, life.notice?.day ?? Number.POSITIVE_INFINITY);
  const entitled = life.products
    .filter(({ from }) => from <= created + 180)
    .map(({ product }) => product);
  for (const { key, product } of milestonesFor(entitled)) {
    const ticked = tickedByPeople.find((each) => each === key);
    if (ticked === undefined) continue;
    const day =
      created +
      Math.max(1, Math.round(findMilestoneTemplate(key).dueDay * delay(random, hardship)));
    if (isThere(day) && !random.chance(0.05 * Math.exp(hardship)))
      changes.push(milestoneChange(institutionId, day, calendar.dayAt(day), key, product));
  }
  let free = created + random.integer(2, 30);
  for (
    let left = random.poisson(0.28 * Math.exp(0.8 * hardship));
    left > 0 && free < created + 150;
    left--
  ) {
    const { blocker } = random.weighted(blockerWeights);
    const until = free + Math.round(6 + 14 * random.gamma(1.4) * Math.exp(0.3 * hardship));
    const span = { institution_id: institutionId, from_on: calendar.dayAt(free), blocker };
    if (isThere(free)) {
      changes.push({ day: free, table: 'onboarding_blocker', row: { ...span, until_on: null } });
      changes.push({
        day: until,
        table: 'onboarding_blocker',
        row: { ...span, until_on: calendar.dayAt(until) },
      });
    }
    free = until + random.integer(5, 40);
  }
  if (random.chance(0.05)) {
    const from = created + random.integer(15, 100);
    const span = {
      institution_id: institutionId,
      from_on: calendar.dayAt(from),
      reason: random.pick(pauseReasons),
    };
    const until = from + random.integer(10, 45);
    if (isThere(from)) {
      changes.push({ day: from, table: 'onboarding_pause', row: { ...span, until_on: null } });
      changes.push({
        day: until,
        table: 'onboarding_pause',
        row: { ...span, until_on: calendar.dayAt(until) },
      });
    }
  }
  return changes;
}

const delay = (random: SeededRandom, hardship: number): number =>
  Math.exp(random.normal(0.25 * hardship, 0.45));

const caseChange = (
  institutionId: number,
  day: number,
  contractOn: string,
  kickoffOn: string,
): EndOfDayRow => ({
  day,
  table: 'onboarding_case',
  row: { institution_id: institutionId, contract_on: contractOn, kickoff_on: kickoffOn },
});

function milestoneChange(
  institutionId: number,
  day: number,
  doneOn: string,
  key: MilestoneKey,
  product: ProductKey | null,
): EndOfDayRow {
  const { side, dueDay } = findMilestoneTemplate(key);
  const row = {
    institution_id: institutionId,
    milestone: key,
    product: product ?? '',
    side,
    due_day: dueDay,
    done_on: doneOn,
  } as const;
  return { day, table: 'onboarding_milestone', row };
}

/** Returns the onboarding rows of all customers in the state before `day`. */
export function onboardingRowsBefore(world: DemoWorld, day: number) {
  const cases: DemoTableRow<'onboarding_case'>[] = [];
  const milestones: DemoTableRow<'onboarding_milestone'>[] = [];
  const blockers = new Map<string, DemoTableRow<'onboarding_blocker'>>();
  const pauses = new Map<string, DemoTableRow<'onboarding_pause'>>();
  for (const change of world.institutions.flatMap((one) => simulateOnboardingChanges(world, one))) {
    if (change.day >= day) continue;
    if (change.table === 'onboarding_case') cases.push(change.row);
    if (change.table === 'onboarding_milestone') milestones.push(change.row);
    if (change.table === 'onboarding_blocker')
      blockers.set(`${change.row.institution_id} ${change.row.from_on}`, change.row);
    if (change.table === 'onboarding_pause')
      pauses.set(`${change.row.institution_id} ${change.row.from_on}`, change.row);
  }
  return { cases, milestones, blockers: [...blockers.values()], pauses: [...pauses.values()] };
}
