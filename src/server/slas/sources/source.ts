import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { TimeSpan } from '#shared/slas/rules.ts';
import type { SlaKind } from '#shared/slas/words.ts';

/** Data from which each source computes its SLA clocks. */
export interface SlaSourceInput {
  queries: Queries;
  now: Date;
  today: Day;
  timeZone: string;
  /** Ids of institutions to filter by; `null` for all institutions. */
  institutionIds: readonly number[] | null;
  /** Time from which clocks are returned. Clocks that ended earlier are left out. */
  since: Date;
  /** Time at which the first user account was created. Clocks that began earlier are left out. */
  workedSince: Date;
}

/** Clock as read from the tables, before policies are applied. */
export interface UnevaluatedClock {
  /** Unique key that stays the same when the clock is computed again. */
  key: string;
  kind: SlaKind;
  institutionId: number;
  institutionName: string;
  subject: string;
  ticketId: number | null;
  /** Priority of the ticket; `null` for other clocks. */
  priority: string | null;
  /** Name of the assignee; `null` when the owner of the customer is responsible. */
  ownerName: string | null;
  assigneeId: string | null;
  began: Date;
  ended: Date | null;
  outcome: 'done' | 'dropped' | null;
  endedBy: string | null;
  /**
   * Pauses that result from other data, such as a paused onboarding. Pauses set by users are not
   * included.
   */
  pauses: readonly (TimeSpan & { reason: string })[];
}

/** Returns the running clocks of one kind, and the clocks that ended after `since`. */
export type SlaClockSource = (facts: SlaSourceInput) => Promise<UnevaluatedClock[]>;
