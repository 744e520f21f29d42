import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Span } from '#shared/success-ops/slas/rules.ts';
import type { SlaKind } from '#shared/success-ops/slas/words.ts';

/** What every source may know. */
export interface SlaFacts {
  queries: Queries;
  now: Date;
  today: Day;
  timeZone: string;
  /** Whose clocks are wanted; null for every customer's. */
  institutionIds: readonly number[] | null;
  /** What ended before is not asked for. */
  since: Date;
  /** When the team began to work here; nobody could write a note before. */
  workedSince: Date;
}

/** A clock as the tables tell it, before any policy: what began, and what ended it. */
export interface SourceClock {
  /** Stays the same, and is no other clock's. */
  key: string;
  kind: SlaKind;
  institutionId: number;
  institutionName: string;
  subject: string;
  ticketId: number | null;
  /** Of the ticket. */
  priority: string | null;
  /** Whose work it is, where that is not the customer's owner. */
  ownerName: string | null;
  assigneeId: string | null;
  began: Date;
  ended: Date | null;
  outcome: 'done' | 'dropped' | null;
  endedBy: string | null;
  /** In which it stands still, apart from those that people set on the clock itself. */
  pauses: readonly (Span & { reason: string })[];
}

/** The clocks of one kind: those that run, and those that ended since. */
export type SlaSource = (facts: SlaFacts) => Promise<SourceClock[]>;
