import type { Insertable, RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier } from '#shared/core/tiers.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /**
     * Inserts the work that the demo's users have done in this room. Called once, in the order of
     * `rooms.ts`, after the demo's users and history were created.
     */
    seedDemoRows?: (transaction: Queries, demo: DemoTeam) => Promise<void>;
    /**
     * Deletes the room's demo rows that belong to no customer. Called after the
     * rows of all `customerTables`, and the demo rows of rooms later in `rooms.ts`, were deleted.
     */
    removeDemoRows?: (transaction: Queries, demo: DemoRows) => Promise<void>;
  }
}

export interface DemoRows {
  /** Subquery of the ids of the demo's users. */
  people: RawBuilder<unknown>;
  /** Number of the demo's prospects, whose ids are the lowest ids. */
  prospects: number;
}

/** Users of the demo and the customers they look after. */
export interface DemoTeam {
  /** Seed of the random choices; the same seed gives the same demo. */
  seed: string;
  today: Day;
  /** Owners in the CRM, in the order of their CRM ids, which begin at 1. */
  users: readonly (Insertable<Schema['app_user']> & { user_id: string })[];
  /** Customers with an owner that have been live for at least three days. */
  customers: readonly DemoCustomer[];
}

export interface DemoCustomer {
  institution_id: number;
  name: string;
  go_live_on: Day;
  churned_on: Day | null;
  deal_id: number | null;
  /** Owner in the CRM; `null` without one. */
  owner_id: number | null;
  /** Id of the next open renewal; `null` without one. */
  renewal_id: number | null;
  renews_on: Day | null;
  /** User who works on the customer: its owner, or another user when it has none. */
  user: { id: string; name: string; isActive: boolean };
  /** Weeks at risk of the last ten weeks, oldest first. */
  riskWeeks: readonly RiskWeek[];
  /** `true` when the customer was at risk in the last complete week. */
  isAtRisk: boolean;
}

export interface RiskWeek {
  institution_id: number;
  week_start: Day;
  adoption_score: number | null;
  health_tier: HealthTier;
  weeks_declining: number;
  has_zero_usage: boolean;
  rules: HealthRules;
}

/** Returns a time of the demo's working day: `minutes` after 9 a.m. in the time zone UTC−8. */
export const instantOf = (day: Day, minutes = 0): Date =>
  new Date(Date.parse(`${day}T17:00:00Z`) + minutes * 60_000);
