import type { CrmRenewal } from '#server/core/providers/crm.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { Notice } from '#shared/notices/notices.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { findScoreMovers } from '#shared/portfolio/rules.ts';
import type { ListedRiskCustomer } from '#shared/risk/list.ts';
import { findRiskReasons } from '#shared/work/cases.ts';
import type { LastRiskWeek } from './list-queries.ts';

interface Sources {
  /** All current customers, because peers are found among all of them. */
  institutions: readonly ListedInstitution[];
  rules: Pick<HealthRules, 'decliningWeeksAtRisk' | 'minimumPeers'>;
  /** Weeks at risk, among the official weeks just before the last week. */
  pastRisks: readonly LastRiskWeek[];
  /** CRM renewals by institution id; `undefined` when the CRM is unavailable. */
  renewals: ReadonlyMap<string, CrmRenewal> | undefined;
  /** Scores in the last official weeks, by institution id. */
  trends: ReadonlyMap<number, ListedRiskCustomer['trend']>;
  /** Notices by institution id. */
  notices: ReadonlyMap<number, Notice>;
}

/**
 * Returns the group of the at-risk list to which an institution belongs. Institutions in grace
 * belong to no group. Institutions with Unknown health always belong to `cannot_judge`. A leaving
 * institution that belongs to no other group belongs to `leaving`.
 */
export function determineAtRiskListGroup(
  {
    leavesOn,
    inGrace,
    healthTier,
    atRisk,
  }: Pick<ListedInstitution, 'leavesOn' | 'inGrace' | 'healthTier' | 'atRisk'>,
  wasAtRisk: boolean,
): ListedRiskCustomer['standing'] | undefined {
  const leaving = leavesOn === null ? undefined : 'leaving';
  if (inGrace) return leaving;
  if (healthTier === 'Unknown') return 'cannot_judge';
  if (atRisk) return 'at_risk';
  return wasAtRisk ? 'recovered' : leaving;
}

export function buildListedRisks({
  institutions,
  rules,
  pastRisks,
  renewals,
  trends,
  notices,
}: Sources): ListedRiskCustomer[] {
  const past = new Map(pastRisks.map((risk) => [risk.institution_id, risk]));
  const { up, down } = findScoreMovers(institutions, Number.POSITIVE_INFINITY, rules, 'all');
  const relativeChanges = new Map(
    [...up, ...down].map((mover) => [mover.institution.institutionId, mover.relativeChange]),
  );
  return institutions.flatMap((institution): ListedRiskCustomer[] => {
    const before = past.get(institution.institutionId);
    const standing = determineAtRiskListGroup(institution, before !== undefined);
    if (standing === undefined) return [];
    const renewal = renewals?.get(String(institution.institutionId));
    const recovered = standing === 'recovered' ? before : undefined;
    return [
      {
        ...institution,
        standing,
        notice: notices.get(institution.institutionId) ?? null,
        reasons: standing === 'at_risk' ? findRiskReasons(institution, rules) : [],
        trend: trends.get(institution.institutionId) ?? [],
        relativeChange: relativeChanges.get(institution.institutionId) ?? null,
        annualRevenue: renewal?.annualRevenue ?? null,
        renewalOn: renewal?.renewalOn ?? null,
        lastAtRiskOn: recovered?.week_end ?? null,
        weeksAtRiskBefore: recovered?.weeks_at_risk ?? 0,
      },
    ];
  });
}
