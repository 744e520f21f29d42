import type { Insertable, RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier } from '#shared/core/tiers.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /**
     * Inserts the work that demo users have done in this room. Called once for each room, in the
     * order of `rooms.ts`, after the demo's users and past weeks were created.
     */
    seedDemoRows?: (transaction: Queries, demo: DemoTeamAndCustomers) => Promise<void>;
    /**
     * Deletes the demo rows of the room that belong to no customer. At the time of the call, the
     * rows of the demo's customers and the demo rows of later rooms in `rooms.ts` are already
     * deleted.
     */
    removeDemoRows?: (transaction: Queries, demo: DemoUsersAndProspects) => Promise<void>;
  }
}

export interface DemoUsersAndProspects {
  /** SQL subquery of the ids of the demo's users. */
  people: RawBuilder<unknown>;
  /** Number of the demo's prospects, which have the lowest ids. */
  prospects: number;
}

/** Demo users and their customers. */
export interface DemoTeamAndCustomers {
  /** Seed of random choices. The same seed gives the same demo. */
  seed: string;
  today: Day;
  /** One user for each owner in the CRM, ordered by CRM id. The ids begin at 1. */
  users: readonly (Insertable<Schema['app_user']> & { user_id: string })[];
  /** Customers that have an owner and went live at least three days ago. */
  customers: readonly DemoCustomer[];
}

export interface DemoCustomer {
  institution_id: number;
  name: string;
  go_live_on: Day;
  churned_on: Day | null;
  deal_id: number | null;
  /** CRM id of the owner; `null` without an owner. */
  owner_id: number | null;
  /** Deal id of the next open renewal; `null` without one. */
  renewal_id: number | null;
  renews_on: Day | null;
  /** User who works on the customer: the owner or, without an owner, another user. */
  user: { id: string; name: string; isActive: boolean };
  /** Weeks in which the customer was at risk, among the last ten weeks, oldest first. */
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

/** Returns a time on a working day of the demo, `minutes` after 9 AM in the time zone UTC−8. */
export const buildTimeOnDemoWorkday = (day: Day, minutes = 0): Date =>
  new Date(Date.parse(`${day}T17:00:00Z`) + minutes * 60_000);
