import type { Dependencies } from '#server/core/dependencies.ts';
import type { Renewal } from '#server/core/providers/crm.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { DayItem } from '#shared/success-ops/day/day.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';

/** Whose day it is, and what every source may know of it. */
export interface DayFacts {
  dependencies: Dependencies;
  now: Date;
  today: Day;
  person: Person;
  minutes: WorkingTime['minutes'];
  /** Every present customer. */
  all: ReadonlyMap<number, ListedInstitution>;
  /** The person's customers, by their owner in the CRM. */
  own: readonly ListedInstitution[];
  /** The last official week; null before the first. */
  weekStartDate: Day | null;
  renewals: ReadonlyMap<string, Renewal>;
  /** Dollars a year at stake with a customer; null where a factor is not known. */
  stakeOf: (institutionId: number) => number | null;
}

/** What one kind of work brings to a day. */
export type DaySource = (facts: DayFacts) => Promise<Omit<DayItem, 'coveringFor'>[]>;
