import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { addDays, type Day, dayIn, weekStartOf } from '#shared/core/dates.ts';
import { demoOwners } from '../world/crm.ts';
import { createRandom, uuid } from '../world/random.ts';
import { instantOf } from '../world/rows.ts';
import { demoRules } from './work-action-items.ts';
import { demoCampaign } from './work-campaign.ts';
import { deskOf, isAtRisk } from './work-desk.ts';
import {
  type DemoLoss,
  demoInstitutions,
  demoLosses,
  type RiskWeek,
  riskWeeks,
  type WorkedInstitution,
} from './work-facts-queries.ts';
import { demoPlaybookRows } from './work-playbooks.ts';
import { type DemoWork, demoIssuer, keepDemoWork, wantsDemoWork } from './work-queries.ts';

const weeksOfOutcomes = 10;

/**
 * Creates the work of the demo's users, once the history is scored, because their decisions are
 * based on the scores.
 */
export async function seedDemoWork(
  database: Database,
  clock: Clock,
  timeZone: string,
  seed = 'chairside',
): Promise<void> {
  if (!(await wantsDemoWork(database.background))) return;
  const today = dayIn(timeZone, clock());
  const institutions = await demoInstitutions(database.background);
  const weeks = await riskWeeks(
    database.background,
    addDays(weekStartOf(today), -7 * weeksOfOutcomes),
  );
  const losses = await demoLosses(database.background);
  await keepDemoWork(database.background, demoWork({ seed, today, institutions, weeks, losses }));
}

interface Facts {
  seed: string;
  today: Day;
  institutions: readonly WorkedInstitution[];
  weeks: readonly RiskWeek[];
  losses: readonly DemoLoss[];
}

export function demoWork({ seed, today, institutions, weeks, losses }: Facts): DemoWork {
  const people = demoPeople(seed, addDays(today, -400));
  const campaignRandom = createRandom(seed, 'campaign');
  const work: DemoWork = {
    people,
    notes: [],
    tasks: [],
    events: [],
    cases: [],
    outcomes: [],
    ownerChanges: [],
    retros: [],
    renewals: [],
    renewalChanges: [],
    playbooks: [],
    playbookVersions: [],
    runs: [],
    steps: [],
    runTasks: [],
    campaign: demoCampaign(institutions, people, {
      random: campaignRandom,
      today,
      uuid: () => uuid(campaignRandom),
    }),
    alertRules: people.slice(0, 1).flatMap(({ user_id = '' }) => demoRules(user_id, today)),
    calls: [],
  };
  const writer = people.find(({ status }) => status === 'active')?.user_id;
  if (writer !== undefined) Object.assign(work, demoPlaybookRows(writer, addDays(today, -100)));
  const weeksOf = Map.groupBy(weeks, (week) => week.institution_id);
  const lossOf = new Map(losses.map((loss) => [loss.institution_id, loss]));
  for (const institution of institutions) {
    const random = createRandom(seed, 'work', institution.institution_id);
    const desk = deskOf(work, institution, random, today, seed);
    if (desk === undefined) continue;
    if (random.chance(0.4)) desk.writeNotes();
    if (institution.churned_on === null) {
      if (random.chance(0.16)) desk.addTask();
      desk.judge(weeksOf.get(institution.institution_id) ?? []);
      desk.answerCall(weeksOf.get(institution.institution_id) ?? []);
      desk.prepareRenewal(isAtRisk(weeksOf.get(institution.institution_id) ?? [], today));
      desk.play(weeksOf.has(institution.institution_id));
    }
    if (random.chance(0.06)) desk.changeOwner();
    const loss = lossOf.get(institution.institution_id);
    if (loss !== undefined) desk.lookBackAt(loss);
  }
  return work;
}

/** Returns the current owners of the CRM, with ids that are the same in every demo. */
function demoPeople(seed: string, since: Day): DemoWork['people'] {
  const random = createRandom(seed, 'people');
  return demoOwners(seed).map(({ owner_id, name, email, archived }) => ({
    user_id: uuid(random),
    issuer: demoIssuer,
    subject: String(owner_id),
    email,
    name,
    picture: null,
    role: 'member',
    status: archived === true ? 'disabled' : 'active',
    created_at: instantOf(since),
    last_sign_in_at: null,
  }));
}
