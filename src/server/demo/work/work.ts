import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { insertRows } from '#server/core/db/writes.ts';
import type { Room } from '#server/core/registry.ts';
import { createRandom, drawSeededUuid } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoCustomer,
  type DemoTeamAndCustomers,
  type RiskWeek,
} from '#server/institutions/demo-rows.ts';
import { addDays, type Day, dayIn, daysBetween, weekStartOf } from '#shared/core/dates.ts';
import { createDemoOwners } from '../world/crm.ts';
import { insertTeamWork, simulateTeamWork } from './work-desk.ts';
import {
  type DemoInstitutionFacts,
  findDemoInstitutions,
  findDemoNotices,
  findDemoRiskWeeks,
} from './work-facts-queries.ts';
import { demoIssuer, isDemoWorkMissing } from './work-queries.ts';

const weeksOfOutcomes = 10;

/**
 * Creates the demo's users and their work in all rooms. Runs after the past weeks are scored,
 * because the users' decisions depend on the scores. All work is written in one transaction, so an
 * interrupted start can be repeated.
 */
export async function seedDemoWork(
  database: Database,
  clock: Clock,
  timeZone: string,
  rooms: readonly Room[],
): Promise<void> {
  const queries = database.background;
  if (!(await isDemoWorkMissing(queries))) return;
  const today = dayIn(timeZone, clock());
  const since = addDays(weekStartOf(today), -7 * weeksOfOutcomes);
  const team = demoTeam({
    seed: 'chairside',
    today,
    institutions: await findDemoInstitutions(queries),
    weeks: await findDemoRiskWeeks(queries, since),
  });
  const deskWork = simulateTeamWork(team, await findDemoNotices(queries));
  await queries.transaction().execute(async (transaction) => {
    await insertRows(transaction, 'app_user', team.users);
    await insertTeamWork(transaction, deskWork);
    for (const { seedDemoRows } of rooms) await seedDemoRows?.(transaction, team);
  });
}

interface Facts {
  seed: string;
  today: Day;
  institutions: readonly DemoInstitutionFacts[];
  weeks: readonly RiskWeek[];
}

function demoTeam({ seed, today, institutions, weeks }: Facts): DemoTeamAndCustomers {
  const users = demoUsers(seed, addDays(today, -400));
  const weeksOf = Map.groupBy(weeks, (week) => week.institution_id);
  const lastWeek = addDays(weekStartOf(today), -7);
  const customers = institutions.flatMap((institution): DemoCustomer[] => {
    const random = createRandom(seed, 'owner', institution.institution_id);
    const owner = users[(institution.owner_id ?? random.integer(1, users.length - 1)) - 1];
    const daysLive = daysBetween(institution.go_live_on, institution.churned_on ?? today);
    if (owner === undefined || daysLive < 3) return [];
    const own = weeksOf.get(institution.institution_id) ?? [];
    return [
      {
        ...institution,
        user: { id: owner.user_id, name: owner.name, isActive: owner.status === 'active' },
        riskWeeks: own,
        isAtRisk: own.at(-1)?.week_start === lastWeek,
      },
    ];
  });
  return { seed, today, users, customers };
}

/**
 * Returns the generated CRM owners as users. An archived owner becomes a disabled user. The user
 * ids depend only on the seed.
 */
function demoUsers(seed: string, since: Day): DemoTeamAndCustomers['users'] {
  const random = createRandom(seed, 'people');
  return createDemoOwners(seed).map(({ owner_id, name, email, archived }) => ({
    user_id: drawSeededUuid(random),
    issuer: demoIssuer,
    subject: String(owner_id),
    email,
    name,
    picture: null,
    role: 'member',
    status: archived === true ? 'disabled' : 'active',
    created_at: buildTimeOnDemoWorkday(since),
    last_sign_in_at: null,
  }));
}
