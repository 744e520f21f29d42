import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Span } from '#shared/slas/rules.ts';
import type { SlaKind } from '#shared/slas/words.ts';

/** Input of all SLA sources. */
export interface SlaFacts {
  queries: Queries;
  now: Date;
  today: Day;
  timeZone: string;
  /** Institutions to filter by; `null` for all. */
  institutionIds: readonly number[] | null;
  /** Clocks that ended earlier are omitted. */
  since: Date;
  /** Time of the first user account; clocks from before are omitted. */
  workedSince: Date;
}

/** Clock derived from the tables, before policies are applied. */
export interface SourceClock {
  /** Stable and unique key. */
  key: string;
  kind: SlaKind;
  institutionId: number;
  institutionName: string;
  subject: string;
  ticketId: number | null;
  /** Priority of the ticket; `null` for other clocks. */
  priority: string | null;
  /** Name of the assignee; `null` when the customer's owner applies. */
  ownerName: string | null;
  assigneeId: string | null;
  began: Date;
  ended: Date | null;
  outcome: 'done' | 'dropped' | null;
  endedBy: string | null;
  /** Pauses by the source, in addition to pauses set by users. */
  pauses: readonly (Span & { reason: string })[];
}

/** Returns the running clocks of one kind, and the clocks that ended after `since`. */
export type SlaSource = (facts: SlaFacts) => Promise<SourceClock[]>;
