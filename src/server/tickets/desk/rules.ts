import type { TicketChanges } from '#server/core/providers/crm.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { TicketEdit, TicketValuesBeforeEdit } from '#shared/tickets/changes.ts';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import {
  computeUsageChangePercent,
  findTicketTurn,
  isOpenTicket,
  isSilentAfterComplaint,
} from '#shared/tickets/rules.ts';
import { classifyTicketTheme } from '#shared/tickets/themes.ts';
import type { DeskRow } from './queries.ts';

type CustomerHealth = Pick<
  ListedInstitution,
  'healthTier' | 'adoptionScore' | 'scoreChange' | 'atRisk'
>;

const hour = 3_600_000;

/**
 * Converts a ticket row to a row of the ticket list, with ages at the time `now`. `customer` is
 * `undefined` for a lost customer.
 */
export function toListedTicket(
  row: DeskRow,
  customer: CustomerHealth | undefined,
  now: Date,
): ListedTicket {
  const isOpen = isOpenTicket(row.stageState, row.closedAt);
  const { lastOut, lastIn, priority, isOutreach } = row;
  const until = isOpen ? now : (row.closedAt ?? row.updatedAt);
  return {
    ticketId: row.ticketId,
    institutionId: row.institutionId,
    institutionName: row.institutionName,
    healthTier: customer?.healthTier ?? null,
    adoptionScore: customer?.adoptionScore ?? null,
    scoreChange: customer?.scoreChange ?? null,
    isAtRisk: customer?.atRisk ?? false,
    subject: row.subject,
    product: row.product,
    theme: classifyTicketTheme(row.subject, row.opening),
    priority,
    pipelineId: row.pipelineId,
    pipeline: row.pipeline,
    stageId: row.stageId,
    stage: row.stage,
    isOpen,
    channel: row.channel,
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    closedAt: isOpen ? null : until.toISOString(),
    ageDays: Math.max(0, Math.floor((until.getTime() - row.createdAt.getTime()) / (24 * hour))),
    isOutreach,
    firstReplyHours:
      isOutreach || row.firstOut === null
        ? null
        : Math.max(0, (row.firstOut.getTime() - row.createdAt.getTime()) / hour),
    waitingHours:
      isOpen && row.waitsSince !== null
        ? Math.max(0, (now.getTime() - row.waitsSince.getTime()) / hour)
        : null,
    turn: findTicketTurn({ isOpen, stage: row.stage, isUnanswered: row.waitsSince !== null }),
    resolutionHours: isOpen
      ? null
      : Math.max(0, (until.getTime() - row.createdAt.getTime()) / hour),
    isReopened: row.reopenedAt !== null,
    recentTickets: row.recentTickets,
    isSilent: !isOutreach && isSilentAfterComplaint({ isOpen, priority, lastOut, lastIn }, now),
    useChange:
      row.useBefore === null ? null : computeUsageChangePercent(row.useBefore, row.useAfter ?? 0),
    sync: row.sync,
  };
}

export const toTicketSnapshot = (
  row: Pick<DeskRow, 'pipelineId' | 'stageId' | 'ownerId' | 'priority' | 'updatedAt'>,
): TicketValuesBeforeEdit => ({
  pipelineId: row.pipelineId,
  stageId: row.stageId,
  ownerId: row.ownerId,
  priority: row.priority,
  updatedAt: row.updatedAt.toISOString(),
});

export function toTicketPatch(wanted: TicketEdit): TicketChanges {
  switch (wanted.what) {
    case 'stage':
      return { stage: wanted.stage };
    case 'owner':
      return { ownerId: wanted.ownerId };
    case 'priority':
      return { priority: wanted.priority };
  }
}

/** Returns `true` when the ticket already has the requested value, even if another user set it. */
export function hasRequestedValue(wanted: TicketEdit, now: TicketValuesBeforeEdit): boolean {
  switch (wanted.what) {
    case 'stage':
      return now.pipelineId === wanted.stage.pipelineId && now.stageId === wanted.stage.stageId;
    case 'owner':
      return now.ownerId === wanted.ownerId;
    case 'priority':
      return now.priority === wanted.priority;
  }
}
