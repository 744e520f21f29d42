import type { ListFilter } from '#shared/list/state.ts';
import type { SlaClock } from '#shared/slas/clocks.ts';
import type { SlaPolicy } from '#shared/slas/policies.ts';
import { computePolicyAttainments, type PolicyAttainment } from '#shared/slas/rules.ts';
import type { SlaStatus } from '#shared/slas/words.ts';

export interface PolicyAttainmentRow {
  policyId: string;
  name: string;
  /** Current policy; `undefined` when the policy is no longer active. */
  policy: SlaPolicy | undefined;
  /** Results of the policy's clocks; `undefined` when it has none. */
  attainment: PolicyAttainment | undefined;
  /** Names of the policy in all versions that its clocks use. */
  names: string[];
}

/**
 * Returns a line for each current policy, then a line for each removed policy that still has
 * clocks.
 */
export function policyAttainmentRows(
  policies: readonly SlaPolicy[],
  rows: readonly SlaClock[],
  from: string,
): PolicyAttainmentRow[] {
  const attainments = computePolicyAttainments(rows, from);
  const inForce = new Set(policies.map(({ policyId }) => policyId));
  const namesOf = (policyId: string, otherwise: string) => {
    const names = new Set(
      rows.filter((row) => row.policyId === policyId).map(({ policyName }) => policyName),
    );
    return names.size === 0 ? [otherwise] : [...names];
  };
  return [
    ...policies.map((policy) => ({
      policyId: policy.policyId,
      name: policy.name,
      policy,
      attainment: attainments.find(({ policyId }) => policyId === policy.policyId),
      names: namesOf(policy.policyId, policy.name),
    })),
    ...attainments
      .filter(({ policyId }) => !inForce.has(policyId))
      .map((attainment) => ({
        policyId: attainment.policyId,
        name: attainment.policyName,
        policy: undefined,
        attainment,
        names: namesOf(attainment.policyId, attainment.policyName),
      })),
  ];
}

/**
 * Statuses that count in the attainment of a period. Overdue clocks count when their deadline was
 * in the period.
 */
export const attainmentStatuses: readonly SlaStatus[] = ['Met', 'Breached', 'Overdue'];

/**
 * Returns the filters with which the list shows the policy's clocks that have one of the statuses.
 */
export function buildAttainmentClockFilters(
  { names }: Pick<PolicyAttainmentRow, 'names'>,
  statuses: readonly SlaStatus[],
  from: string,
): ListFilter[] {
  return [
    { column: 'policyName', kind: 'one-of', values: [...names] },
    { column: 'status', kind: 'one-of', values: [...statuses] },
    ...(statuses.includes('Overdue')
      ? [{ column: 'decidedOn', kind: 'dates' as const, from, to: null }]
      : []),
  ];
}
