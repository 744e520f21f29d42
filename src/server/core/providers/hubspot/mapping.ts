import { type Day, dayIn, isDay } from '#shared/core/dates.ts';
import type { HubspotDeal, HubspotOwner, HubspotPipelines, HubspotTicket } from './answers.ts';

export interface MirrorDeal {
  deal_id: number;
  name: string;
  pipeline: string;
  stage: string;
  owner_id: number | null;
  amount_cents: number | null;
  closes_on: Day | null;
  closed: boolean;
  won: boolean;
  updated_at: Date;
}

/**
 * Maps a deal. The metadata of the deal's stage decides whether the deal is closed and won; the
 * stage's name does not. A deal in a deleted stage is open.
 */
export function toMirrorDeal(
  { id, updatedAt, properties }: HubspotDeal,
  pipelines: HubspotPipelines,
  timeZone: string,
): MirrorDeal {
  const pipeline = pipelines.find((each) => each.id === properties.pipeline);
  const stage = pipeline?.stages.find((each) => each.id === properties.dealstage);
  const amount = Number(properties.amount ?? Number.NaN);
  const closed = stage?.metadata.isClosed === 'true';
  return {
    deal_id: id,
    name: properties.dealname ?? `Deal ${id}`,
    pipeline: pipeline?.label ?? 'Deleted pipeline',
    stage: stage?.label ?? 'Deleted stage',
    owner_id: parseWholeNumber(properties.hubspot_owner_id),
    amount_cents:
      Number.isFinite(amount) && Math.abs(amount) < 1e12 ? Math.round(amount * 100) : null,
    closes_on: closeDay(properties.closedate ?? '', timeZone),
    closed,
    won: closed && Number(stage?.metadata.probability) === 1,
    updated_at: updatedAt,
  };
}

/**
 * Returns the day of a close date, or `null`. Programs write a date without a time as midnight UTC,
 * so midnight UTC is converted to its day in UTC. All other times were entered by users and are
 * converted to a day in the time zone of the HubSpot account.
 */
function closeDay(written: string, timeZone: string): Day | null {
  const day = written.slice(0, 10);
  const time = written.slice(10);
  if (!isDay(day) || Number.isNaN(Date.parse(written))) return null;
  return time === '' || /^T00:00(:00(\.0+)?)?Z$/.test(time)
    ? day
    : dayIn(timeZone, new Date(written));
}

export interface MirrorStage {
  pipeline_id: string;
  stage_id: string;
  label: string;
  position: number;
  ticket_state: 'OPEN' | 'CLOSED' | null;
}

export const toMirrorStages = (pipelines: HubspotPipelines): MirrorStage[] =>
  pipelines.flatMap((pipeline) =>
    pipeline.stages.map(({ id, label, displayOrder, metadata }) => ({
      pipeline_id: pipeline.id,
      stage_id: id,
      label,
      position: displayOrder,
      ticket_state:
        metadata.ticketState === 'OPEN' || metadata.ticketState === 'CLOSED'
          ? metadata.ticketState
          : null,
    })),
  );

export interface MirrorTicket {
  ticket_id: number;
  subject: string;
  body: string;
  pipeline_id: string;
  stage_id: string;
  priority: string;
  owner_id: number | null;
  channel: string | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
}

/**
 * Maps a ticket. The state of the ticket's stage decides whether the ticket is closed. Without a
 * state, the closing date decides.
 */
export function toMirrorTicket(
  { id, createdAt, updatedAt, properties }: HubspotTicket,
  stages: readonly MirrorStage[],
): MirrorTicket {
  const pipeline_id = properties.hs_pipeline ?? '';
  const stage_id = properties.hs_pipeline_stage ?? '';
  const state =
    stages.find((each) => each.pipeline_id === pipeline_id && each.stage_id === stage_id)
      ?.ticket_state ?? null;
  const closingTime = new Date(properties.closed_date ?? Number.NaN);
  const closed = Number.isNaN(closingTime.getTime()) ? null : closingTime;
  return {
    ticket_id: id,
    subject: properties.subject ?? `Ticket ${id}`,
    body: properties.content ?? '',
    pipeline_id,
    stage_id,
    priority: properties.hs_ticket_priority ?? 'MEDIUM',
    owner_id: parseWholeNumber(properties.hubspot_owner_id),
    channel: properties.source_type === null ? null : properties.source_type.toLowerCase(),
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: state === 'OPEN' ? null : state === 'CLOSED' ? (closed ?? updatedAt) : closed,
  };
}

/** Maps an owner. Without a name, uses the part of the email address before the @. */
export function toMirrorOwner({ id, email, firstName, lastName, archived }: HubspotOwner) {
  const name = [firstName, lastName]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ');
  return {
    owner_id: id,
    name: name || email?.split('@')[0] || `Owner ${id}`,
    email: email ?? '',
    archived,
  };
}

/** Parses a whole number of at most 15 digits; returns `null` for any other text. */
export const parseWholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
