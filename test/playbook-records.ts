import { randomUUID } from 'node:crypto';
import type { Database } from '#server/core/db/database.ts';
import type { PlaybookFields } from '#shared/success-ops/playbooks/playbooks.ts';
import type { Step } from '#shared/success-ops/playbooks/steps.ts';

const at = new Date('2026-11-01T00:00:00Z');

/** The same id for the same word. */
export const wordId = (word: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(word).toString('hex').slice(0, 12).padStart(12, '0')}`;

export const taskStep = (word: string, part: Partial<Extract<Step, { kind: 'task' }>> = {}): Step => ({
  kind: 'task',
  stepId: wordId(word),
  next: 'following',
  title: word,
  details: '',
  assigneeId: null,
  due: { days: 2, unit: 'working' },
  waits: true,
  ...part,
});

export const waitStep = (word: string, days: number): Step => ({
  kind: 'wait',
  stepId: wordId(word),
  next: 'following',
  delay: { days, unit: 'calendar' },
});

export const branchStep = (word: string, part: Partial<Extract<Step, { kind: 'branch' }>>): Step => ({
  kind: 'branch',
  stepId: wordId(word),
  next: 'following',
  otherwise: 'end',
  conditions: 'f.institutionName=Customer',
  ...part,
});

export const checkpointStep = (word: string, part: Partial<Extract<Step, { kind: 'checkpoint' }>> = {}): Step => ({
  kind: 'checkpoint',
  stepId: wordId(word),
  next: 'following',
  title: word,
  details: '',
  assigneeId: null,
  due: { days: 5, unit: 'calendar' },
  until: '',
  ...part,
});

export const playbookFields = (fallbackId: string, part: Partial<PlaybookFields> = {}): PlaybookFields => ({
  name: 'Rescue',
  ruleId: null,
  conditions: '',
  againDays: 30,
  fallbackId,
  exit: '',
  steps: [taskStep('Call')],
  ...part,
});

export interface TestPerson {
  id: string;
  name: string;
}

/** Somebody whom the CRM knows as the owner of the deals of these customers. */
export async function insertOwner({ foreground }: Database, name: string, institutionIds: readonly number[]): Promise<TestPerson> {
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
  const ownerId = 100 + institutionIds.reduce((sum, each) => sum * 31 + each, name.length);
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

/** An alert rule that fires only where the test says so. */
export async function insertRule({ foreground }: Database, ruleId: string, userId: string, conditions = 'f.healthTier=Critical') {
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

export async function insertFirings(
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
