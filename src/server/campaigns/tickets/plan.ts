import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { institutionNames } from '#server/institutions/queries.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findActiveCrmOwners, findDeskTicketStages } from '#server/tickets/desk/queries.ts';
import { findCurrentWorkingTime } from '#server/work/working-time/working-time-queries.ts';
import type { PlannedTicket } from '#shared/campaigns/tickets/campaigns.ts';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import type {
  CampaignAssignment,
  CampaignAudience,
  CampaignDraft,
} from '#shared/campaigns/tickets/draft.ts';
import { dueDayProblem } from '#shared/campaigns/tickets/rules.ts';
import { dayIn } from '#shared/core/dates.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { findActiveOwnerByCustomer, findCustomerExistingTickets } from './plan-queries.ts';
import { planTickets, type TicketCandidate, ticketSubjects } from './plan-rules.ts';

type Draft = Omit<CampaignDraft, 'name'>;

/** Loaded data of a draft, from which the tickets are planned. */
export interface CampaignPlanner {
  /** Names of the active owners by id. */
  names: ReadonlyMap<number, string>;
  /** Computes the tickets. Reads existing tickets and campaigns with `queries`. */
  rows: (queries: Queries) => Promise<PlannedTicket[]>;
}

/** Loads the data for planning a draft. Throws a 422 error that names an invalid field. */
export async function loadCampaignPlanner(
  dependencies: Dependencies,
  draft: Draft,
): Promise<CampaignPlanner> {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const names = new Map(
    (await findActiveCrmOwners(foreground)).map(({ ownerId, ownerName }) => [ownerId, ownerName]),
  );
  requirePresent(draft.assignment, names);
  await requireOpenStage(foreground, draft);
  const { settings } = await findCurrentWorkingTime(foreground, env.BUSINESS_TIME_ZONE);
  const problem = dueDayProblem(settings, draft.dueOn, dayIn(env.BUSINESS_TIME_ZONE, clock()));
  if (problem !== undefined) throw unprocessable(`dueOn: ${problem}`);
  const customers = (await institutionListReader(dependencies)()).answer.rows;
  const candidates = await candidatesOf(foreground, draft.audience, customers);
  const subjects = ticketSubjects(candidates, draft, names);
  const since = new Date(clock().getTime() - draft.quietDays * 86_400_000);
  return {
    names,
    rows: async (queries) =>
      planTickets(
        candidates,
        draft,
        await findCustomerExistingTickets(queries, subjects, { kind: draft.kind, since }),
        names,
      ),
  };
}

/** Returns the customers of the audience, sorted by id. Assignees take turns in this order. */
async function candidatesOf(
  queries: Queries,
  audience: CampaignAudience,
  customers: readonly ListedInstitution[],
): Promise<TicketCandidate[]> {
  const found =
    audience.of === 'segment'
      ? inSegment(audience.segment, customers)
      : chosen(audience.institutionIds, customers);
  if (found.length > campaignLimits.mostRecipients)
    throw unprocessable(
      `audience: has ${countText(found.length, 'customer')}, but a campaign can have at most ${numberText(campaignLimits.mostRecipients)}. Add filters.`,
    );
  const ids = found.map(({ institutionId }) => institutionId).toSorted((one, other) => one - other);
  const customerOf = new Map(found.map(({ institutionId, customer }) => [institutionId, customer]));
  const ownerOf = await findActiveOwnerByCustomer(queries, ids);
  const gone = ids.filter((id) => customerOf.get(id) === undefined);
  const goneNames =
    gone.length === 0 ? new Map<number, string>() : await institutionNames(queries, gone);
  return ids.map((institutionId) => {
    const customer = customerOf.get(institutionId);
    const institutionName = customer?.institutionName ?? goneNames.get(institutionId);
    if (institutionName === undefined)
      throw unprocessable(`audience: customer ${institutionId} doesn’t exist`);
    return { institutionId, institutionName, customer, ownerId: ownerOf.get(institutionId) };
  });
}

function inSegment(segment: string, customers: readonly ListedInstitution[]) {
  const { rows, problems } = findSegmentRows(customers, new URLSearchParams(segment));
  if (problems.length > 0) throw unprocessable(`audience: ${problems.join('\n')}`);
  return rows.map((customer) => ({ institutionId: customer.institutionId, customer }));
}

function chosen(institutionIds: readonly number[], customers: readonly ListedInstitution[]) {
  const byId = new Map(customers.map((customer) => [customer.institutionId, customer]));
  return institutionIds.map((institutionId) => ({
    institutionId,
    customer: byId.get(institutionId),
  }));
}

const peopleOf = (assignment: CampaignAssignment): readonly number[] =>
  assignment.to === 'owner'
    ? [assignment.otherwise]
    : assignment.to === 'pool'
      ? assignment.ownerIds
      : [assignment.ownerId];

function requirePresent(assignment: CampaignAssignment, names: ReadonlyMap<number, string>): void {
  if (peopleOf(assignment).some((ownerId) => !names.has(ownerId)))
    throw unprocessable(
      'assignment: an owner is no longer active in the CRM. Choose someone else.',
    );
}

async function requireOpenStage(
  queries: Queries,
  { stage: { pipelineId, stageId } }: Pick<Draft, 'stage'>,
): Promise<void> {
  const stage = (await findDeskTicketStages(queries)).find(
    (each) => each.pipelineId === pipelineId && each.stageId === stageId,
  );
  if (stage === undefined)
    throw unprocessable('stage: no longer exists in the CRM. Choose another.');
  if (stage.state === 'CLOSED')
    throw unprocessable('stage: is a closed stage. Choose an open one.');
}
