import { type Day, isDay } from '#shared/core/dates.ts';
import type { Deal, Owner, Pipelines } from './answers.ts';

export interface MirrorDeal {
  deal_id: number;
  name: string;
  pipeline: string;
  stage: string;
  owner_id: number | null;
  amount_cents: number | null;
  closes_on: Day | null;
  closed: boolean;
  updated_at: Date;
}

/** A deal in our words. Whether it is closed is said by its stage's facts, never by the stage's name; one in a deleted stage is open. */
export function mirrorDeal({ id, updatedAt, properties }: Deal, pipelines: Pipelines): MirrorDeal {
  const pipeline = pipelines.find((each) => each.id === properties.pipeline);
  const stage = pipeline?.stages.find((each) => each.id === properties.dealstage);
  const amount = Number(properties.amount ?? Number.NaN);
  const day = properties.closedate?.slice(0, 10) ?? '';
  return {
    deal_id: id,
    name: properties.dealname ?? `Deal ${id}`,
    pipeline: pipeline?.label ?? 'Deleted pipeline',
    stage: stage?.label ?? 'Deleted stage',
    owner_id: wholeNumber(properties.hubspot_owner_id),
    amount_cents: Number.isFinite(amount) && Math.abs(amount) < 1e12 ? Math.round(amount * 100) : null,
    closes_on: isDay(day) ? day : null,
    closed: stage?.metadata.isClosed === 'true',
    updated_at: updatedAt,
  };
}

/** An owner's name, else what stands before the @ of the address. */
export function mirrorOwner({ id, email, firstName, lastName, archived }: Owner) {
  const name = [firstName, lastName].filter((part) => part !== null && part !== undefined && part !== '').join(' ');
  return { owner_id: id, name: name || email?.split('@')[0] || `Owner ${id}`, email: email ?? '', archived };
}

/** A whole number of at most 15 digits; null for anything else. */
export const wholeNumber = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);
