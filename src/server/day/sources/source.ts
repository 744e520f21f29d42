import type { Dependencies } from '#server/core/dependencies.ts';
import type { CrmRenewal } from '#server/core/providers/crm.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { DayItem } from '#shared/day/day.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';

/** Data from which each source computes the items of a user's day. */
export interface DaySourceInput {
  dependencies: Dependencies;
  now: Date;
  today: Day;
  person: Person;
  minutes: WorkingTime['minutes'];
  /** All current customers by id. */
  all: ReadonlyMap<number, ListedInstitution>;
  /** Customers that the user owns in the CRM. */
  own: readonly ListedInstitution[];
  /** Start of the last official week; `null` before the first. */
  weekStartDate: Day | null;
  renewals: ReadonlyMap<string, CrmRenewal>;
  /**
   * Returns the customer's dollars at stake per year, which are yearly revenue weighted by the
   * chance of loss; `null` when they cannot be computed.
   */
  stakeOf: (institutionId: number) => number | null;
}

/** Item of a source. Fields that do not apply can be omitted. */
export type DaySourceItem = Omit<DayItem, 'coveringFor' | 'prospect' | 'save'> &
  Partial<Pick<DayItem, 'prospect' | 'save'>>;

/** Returns the items of one kind of work for the user's day. */
export type DaySource = (facts: DaySourceInput) => Promise<DaySourceItem[]>;
