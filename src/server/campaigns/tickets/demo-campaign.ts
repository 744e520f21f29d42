import type { Queries } from '#server/core/db/database.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, drawSeededUuid } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoTeamAndCustomers,
} from '#server/institutions/demo-rows.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import { campaignKindTemplates } from '#shared/campaigns/tickets/kinds.ts';
import { addDays, type Day, weekday } from '#shared/core/dates.ts';
import { planTickets } from './plan-rules.ts';
import { toRecipientRow } from './rules.ts';

/** First ticket id of the campaign, above the ids of the demo's other tickets. */
const firstTicketId = 500_001;
const daysAgo = 12;
const oneIn = 30;

/**
 * Inserts a campaign that a demo user created `daysAgo` days ago. Most of its tickets are closed.
 * Some open tickets have not changed since they were opened.
 */
export async function seedDemoCampaign(
  transaction: Queries,
  { seed, today, users, customers }: DemoTeamAndCustomers,
): Promise<void> {
  const random = createRandom(seed, 'campaign');
  const maker = users.find(({ name }) => name === 'Avery Admin');
  const present = customers.filter(
    ({ churned_on, owner_id }) => churned_on === null && owner_id !== null,
  );
  const chosen = present.filter((_, at) => at % oneIn === 0);
  if (maker === undefined || chosen.length === 0) return;
  const campaign_id = drawSeededUuid(random);
  const madeOn = addDays(today, -daysAgo);
  const { subject, body } = campaignKindTemplates.migration;
  const draft: CampaignDraft = {
    name: 'Move to the new version',
    kind: 'migration',
    audience: { of: 'chosen', institutionIds: chosen.map(({ institution_id }) => institution_id) },
    subject,
    body,
    stage: { pipelineId: 'account', stageId: 'new' },
    priority: 'MEDIUM',
    assignment: { to: 'owner', otherwise: 1 },
    dueOn: workday(addDays(today, 2)),
    quietDays: 30,
    leavesOutDuplicates: true,
  };
  const names = new Map(
    users.flatMap(({ name, status }, at) => (status === 'active' ? [[at + 1, name] as const] : [])),
  );
  const candidates = chosen.map(({ institution_id, name, owner_id }) => ({
    institutionId: institution_id,
    institutionName: name,
    customer: { locationCount: 0, city: null, state: null, ehr: null },
    ownerId: owner_id !== null && names.has(owner_id) ? owner_id : undefined,
  }));
  const opened = planTickets(candidates, draft, new Map(), names).map((row, at) => {
    const created = buildTimeOnDemoWorkday(madeOn, at % 3);
    const isDone = random.chance(0.6);
    const changed =
      isDone || random.chance(0.5)
        ? buildTimeOnDemoWorkday(
            addDays(madeOn, random.integer(1, daysAgo - 1)),
            random.integer(0, 450),
          )
        : created;
    return {
      ...toRecipientRow(row, draft),
      ticketId: firstTicketId + at,
      created,
      changed,
      isDone,
    };
  });
  await insertRows(transaction, 'ticket_campaign', [
    {
      campaign_id,
      name: draft.name,
      draft: JSON.stringify(draft),
      kind: draft.kind,
      due_on: draft.dueOn,
      state: 'sent',
      problem: null,
      made_by: maker.user_id,
      made_at: buildTimeOnDemoWorkday(madeOn),
      finished_at: buildTimeOnDemoWorkday(madeOn, 3),
      undone_by: null,
      undone_at: null,
    },
  ]);
  await insertRows(
    transaction,
    'ticket_campaign_recipient',
    opened.map(({ institutionId, ownerId, ticketId, created, subject: filled, body: text }) => ({
      institution_id: institutionId,
      campaign_id,
      target_id: institutionId,
      owner_id: ownerId,
      subject: filled,
      body: text,
      state: 'opened',
      reason: null,
      ticket_id: ticketId,
      seen_at: created,
      settled_at: created,
    })),
  );
  await insertRows(
    transaction,
    'crm_ticket',
    opened.map(
      ({
        institutionId,
        ownerId,
        ticketId,
        created,
        changed,
        isDone,
        subject: filled,
        body: text,
      }) => ({
        institution_id: institutionId,
        ticket_id: ticketId,
        external_key: `${campaign_id}:${institutionId}`,
        subject: filled,
        body: text,
        pipeline_id: draft.stage.pipelineId,
        stage_id: isDone
          ? 'closed'
          : created === changed
            ? draft.stage.stageId
            : 'waiting_on_contact',
        priority: draft.priority,
        owner_id: ownerId,
        product: null,
        created_at: created,
        updated_at: changed,
        closed_at: isDone ? changed : null,
        channel: null,
        reopened_at: null,
      }),
    ),
  );
}

/** Returns the day itself, or the following Monday for a day on the weekend. */
function workday(day: Day): Day {
  const at = weekday(day);
  return at === 0 ? addDays(day, 1) : at === 6 ? addDays(day, 2) : day;
}
