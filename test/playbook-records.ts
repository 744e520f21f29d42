import { randomUUID } from 'node:crypto';
import type { Database } from '#server/core/db/database.ts';

const at = new Date('2026-11-01T00:00:00Z');

export interface TestPerson {
  id: string;
  name: string;
}

/** Inserts a user who is the owner of the customers' deals in the CRM. */
export async function insertDealOwner(
  { foreground }: Database,
  name: string,
  institutionIds: readonly number[],
): Promise<TestPerson> {
  const id = randomUUID();
  await foreground
    .insertInto('app_user')
    .values({
      user_id: id,
      issuer: 'https://identity.test',
      subject: id,
      email: `${id.slice(0, 8)}@example.com`,
      name,
      picture: null,
      role: 'member',
      created_at: at,
      last_sign_in_at: at,
    })
    .execute();
  const ownerId = Number.parseInt(id.slice(0, 8), 16);
  await foreground
    .insertInto('crm_owner')
    .values({ owner_id: ownerId, name, email: `${id.slice(0, 8)}@example.com` })
    .execute();
  if (institutionIds.length > 0)
    await foreground
      .insertInto('crm_deal')
      .values(
        institutionIds.map((institution_id) => ({
          institution_id,
          deal_id: 1000 + institution_id,
          name: 'Subscription',
          pipeline: 'Renewals',
          stage: 'Scheduled',
          owner_id: ownerId,
          amount_cents: null,
          closes_on: null,
          closed: false,
          updated_at: at,
        })),
      )
      .execute();
  return { id, name };
}

/** Inserts an alert rule without any firings. */
export async function insertAlertRule(
  { foreground }: Database,
  ruleId: string,
  userId: string,
  conditions = 'f.healthTier=Critical',
) {
  await foreground
    .insertInto('alert_rule')
    .values({
      rule_id: ruleId,
      version: 1,
      name: `Rule ${ruleId.slice(-4)}`,
      kind: 'risk',
      conditions,
      priority: 'high',
      due_days: 3,
      minutes: 20,
      is_on: true,
      changed_by: userId,
      changed_at: at,
    })
    .execute();
}

export async function insertAlertFirings(
  { foreground }: Database,
  ruleId: string,
  day: string,
  institutionIds: readonly number[],
): Promise<void> {
  const calls = institutionIds.map((institution_id) => ({ institution_id, call_id: randomUUID() }));
  await foreground
    .insertInto('call_to_action')
    .values(
      calls.map((call) => ({
        ...call,
        kind: 'risk' as const,
        title: `Rule ${ruleId.slice(-4)} ${day}`,
        details: '',
        priority: 'high' as const,
        due_on: day,
        minutes: 20,
        rule_id: ruleId,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  await foreground
    .insertInto('call_firing')
    .values(calls.map((call) => ({ ...call, rule_id: ruleId, fired_on: day, saw: '' })))
    .execute();
}
