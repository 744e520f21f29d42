import { cachedList } from '#server/cached-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { dayIn } from '#shared/dates.ts';
import { getInstitutionList } from '#shared/institution-list.ts';
import type { DealOwner } from '#shared/institutions.ts';
import { askCrm } from './ask-crm.ts';
import { institutionListVersion, institutionRows, productRows } from './institution-list-queries.ts';
import { listedInstitutions } from './institution-list-rules.ts';
import { newestWeek } from './week-queries.ts';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'crm' | 'env' | 'log'>;

/** An answer without owners is tried again after this long. */
const crmPauseMilliseconds = 60_000;

/** The list of customers, built once per change of customers, official weeks, tickets or owners. */
export function institutionListCache({ database, clock, crm, env, log }: Needed) {
  const { requests } = database;

  async function readVersion(): Promise<string> {
    const version = await institutionListVersion(requests);
    // A CRM of our own tables is in that version already.
    if (!crm.synchronised) return version;
    const asOf = await askCrm(log, () => crm.asOf());
    const owners = asOf === undefined ? `without since ${Math.floor(clock().getTime() / crmPauseMilliseconds)}` : asOf?.toISOString();
    return `${version} ${owners}`;
  }

  async function build() {
    const week = await newestWeek(requests);
    const institutions = await institutionRows(requests, week?.weekStart ?? null);
    const products = week === null ? [] : await productRows(requests, week.weekStart);
    const owners = await askCrm<Map<string, DealOwner>>(log, () => crm.dealOwners(institutions.map((row) => row.institution_id)));
    return getInstitutionList.response.parse({
      weekStartDate: week?.weekStart ?? null,
      weekEndDate: week?.weekEnd ?? null,
      institutions: listedInstitutions({
        day: week?.weekEnd ?? dayIn(env.BUSINESS_TIME_ZONE, clock()),
        rules: week?.rules,
        institutions,
        products,
        owners,
      }),
    });
  }

  return cachedList(clock, readVersion, build);
}

export type InstitutionListCache = ReturnType<typeof institutionListCache>;
