import { z } from 'zod';
import type { NewTicket } from '#server/core/providers/crm.ts';
import { batchSchema, hubspotIdSchema } from './answers.ts';
import { type HubspotClient, HubspotError } from './client.ts';
import { parseWholeNumber } from './mapping.ts';

/** Unique ticket property that holds Chairside's idempotency key. */
export const idempotencyKeyProperty = 'chairside_key';

const ticketsOf = ({ paths }: Pick<HubspotClient, 'paths'>) => paths.objects('tickets');
const written = z.object({
  id: hubspotIdSchema,
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  properties: z.record(z.string(), z.string().nullish()),
});
const writtenBatch = batchSchema(written);
export type TicketWithIdempotencyKey = Omit<z.output<typeof written>, 'properties'> & {
  key: string;
};

const withKey = ({
  properties,
  ...ticket
}: z.output<typeof written>): TicketWithIdempotencyKey => ({
  ...ticket,
  key: properties[idempotencyKeyProperty] ?? '',
});

async function readTickets(
  hubspot: HubspotClient,
  ids: readonly string[],
  by: { idProperty?: string },
): Promise<TicketWithIdempotencyKey[]> {
  const body = {
    ...by,
    properties: [idempotencyKeyProperty],
    inputs: ids.map((each) => ({ id: each })),
  };
  const { results, errors = [] } = await hubspot.post(
    `${ticketsOf(hubspot)}/batch/read`,
    body,
    writtenBatch,
  );
  const failed = errors.filter(({ category }) => category !== 'OBJECT_NOT_FOUND');
  if (failed.length > 0)
    throw new HubspotError(`HubSpot could not read ${failed.length} of ${ids.length} tickets.`);
  return results.map(withKey);
}

/** Returns the tickets in HubSpot that have one of the keys. */
export const findTicketsByKey = (hubspot: HubspotClient, keys: readonly string[]) =>
  readTickets(hubspot, keys, { idProperty: idempotencyKeyProperty });

/** Returns the tickets that still exist in HubSpot. */
export const findExistingTickets = (hubspot: HubspotClient, ticketIds: readonly number[]) =>
  readTickets(hubspot, ticketIds.map(String), {});

const propertiesOf = ({
  key,
  subject,
  body,
  pipelineId,
  stageId,
  priority,
  ownerId,
}: NewTicket) => ({
  [idempotencyKeyProperty]: key,
  subject,
  content: body,
  hs_pipeline: pipelineId,
  hs_pipeline_stage: stageId,
  hs_ticket_priority: priority,
  ...(ownerId !== null && { hubspot_owner_id: String(ownerId) }),
});

/** Categories of errors that another attempt cannot resolve. */
export const finalErrorCategories: readonly string[] = [
  'VALIDATION_ERROR',
  'OBJECT_NOT_FOUND',
  'CONFLICT',
];

export interface TicketWithIdempotencyKeyBatch {
  written: TicketWithIdempotencyKey[];
  refused: { key: string; why: string }[];
}

/**
 * Opens tickets, once for each key. HubSpot may refuse part of a batch. When HubSpot refuses a
 * whole batch, the batch is halved, so that an invalid ticket does not block the other tickets.
 */
export async function createKeyedTickets(
  hubspot: HubspotClient,
  tickets: readonly NewTicket[],
): Promise<TicketWithIdempotencyKeyBatch> {
  if (tickets.length === 0) return { written: [], refused: [] };
  const inputs = tickets.map((ticket) => ({
    id: ticket.key,
    idProperty: idempotencyKeyProperty,
    objectWriteTraceId: ticket.key,
    properties: propertiesOf(ticket),
  }));
  try {
    const answer = await hubspot.post(
      `${ticketsOf(hubspot)}/batch/upsert`,
      { inputs },
      writtenBatch,
    );
    const errors = answer.errors ?? [];
    const transient = errors.find(({ category }) => !finalErrorCategories.includes(category));
    if (transient !== undefined)
      throw new HubspotError(
        `HubSpot opened ${answer.results.length} of ${tickets.length} tickets.`,
      );
    const refused = errors.flatMap(({ context, category }) =>
      (context?.objectWriteTraceId ?? []).map((key) => ({
        key,
        why: `HubSpot refuses this ticket (${category}).`,
      })),
    );
    return { written: answer.results.map(withKey), refused };
  } catch (error) {
    if (!(error instanceof HubspotError) || error.status !== 400) throw error;
    const [only] = tickets;
    if (tickets.length === 1 && only !== undefined)
      return { written: [], refused: [{ key: only.key, why: error.message }] };
    const middle = Math.ceil(tickets.length / 2);
    const first = await createKeyedTickets(hubspot, tickets.slice(0, middle));
    const rest = await createKeyedTickets(hubspot, tickets.slice(middle));
    return {
      written: [...first.written, ...rest.written],
      refused: [...first.refused, ...rest.refused],
    };
  }
}

const found = z.object({
  results: z.array(
    z.object({
      id: hubspotIdSchema,
      properties: z.object({ institution_id: z.string().nullish() }),
    }),
  ),
});

/**
 * Returns the HubSpot company of each institution; the company with the lowest id when there are
 * several. Institutions without a company are left out.
 */
export async function findCompaniesOfCustomers(
  hubspot: HubspotClient,
  institutionIds: readonly number[],
): Promise<Map<number, number>> {
  const filters = [
    { propertyName: 'institution_id', operator: 'IN', values: institutionIds.map(String) },
  ];
  const body = {
    filterGroups: [{ filters }],
    properties: ['institution_id'],
    sorts: ['hs_object_id'],
    limit: 200,
  };
  const { results } = await hubspot.post(
    `${hubspot.paths.objects('companies')}/search`,
    body,
    found,
  );
  const companies = new Map<number, number>();
  for (const company of results.toSorted((one, other) => other.id - one.id)) {
    const institutionId = parseWholeNumber(company.properties.institution_id ?? null);
    if (institutionId !== null) companies.set(institutionId, company.id);
  }
  return companies;
}

const associated = batchSchema(z.unknown());

/** Associates tickets with companies. A repeated call changes nothing. */
export async function associateWithCompanies(
  hubspot: HubspotClient,
  pairs: readonly { ticketId: number; companyId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const path = `${hubspot.paths.associations('tickets', 'companies')}/batch/associate/default`;
  const inputs = pairs.map(({ ticketId, companyId }) => ({
    from: { id: String(ticketId) },
    to: { id: String(companyId) },
  }));
  const { errors = [] } = await hubspot.post(path, { inputs }, associated);
  if (errors.length > 0)
    throw new HubspotError(
      `HubSpot could not associate ${errors.length} of ${pairs.length} tickets with a company.`,
    );
}

/** Moves tickets to HubSpot's recycling bin, from which users can restore them for 90 days. */
export async function archiveTickets(
  hubspot: HubspotClient,
  ticketIds: readonly number[],
): Promise<void> {
  if (ticketIds.length === 0) return;
  await hubspot.post(
    `${ticketsOf(hubspot)}/batch/archive`,
    { inputs: ticketIds.map((ticketId) => ({ id: String(ticketId) })) },
    z.null(),
  );
}
