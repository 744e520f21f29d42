import { type Day, daysBetween } from '#shared/core/dates.ts';
import { capitalize, countText, dayInWords, uncapitalize } from '#shared/core/words.ts';
import {
  isRunningState,
  type OnboardingState,
  onboardingStateLabels,
} from '#shared/institutions/onboarding-states.ts';
import { blockerLabels } from '#shared/onboarding/milestones.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import type { RiskReasonKey } from '#shared/work/cases.ts';

/** Reason for a visit with its points. */
export interface VisitReason {
  text: string;
  points: number;
}

/** Points of the reasons for a visit. A customer’s points are the sum of its parts. */
export const visitPoints = {
  /** Strongest reason for which the customer is at risk. Each further reason adds `further`. */
  risk: { critical: 40, not_active: 35, declining: 25, further: 5 },
  /** Renewal: `most` when it is due or overdue, falling to 0 at `days` days before. */
  renewal: { most: 30, days: 90 },
  /** Onboarding by its state. A blocker adds `blocked`. */
  onboarding: {
    stuck: 30,
    far_behind: 25,
    behind: 15,
    not_started: 25,
    on_track: 5,
    unscored: 10,
    blocked: 10,
  } satisfies Partial<Record<OnboardingState, number>> & { blocked: number },
  /** Share of the prospect's score, and points of its stage. */
  prospect: {
    scoreShare: 0.5,
    stage: {
      New: 0,
      Researching: 5,
      Contacted: 10,
      Demo: 25,
      Proposal: 30,
      Nurture: 0,
      Won: 0,
      Lost: 0,
    } satisfies Record<ProspectStage, number>,
  },
  /** Customer without any of these reasons. */
  regular: 3,
} as const;

const riskText = (reason: RiskReasonKey, weeksDeclining: number): string =>
  ({
    critical: 'critical',
    declining: `declining ${countText(weeksDeclining, 'week')}`,
    not_active: 'not active',
  })[reason];

function riskReason(
  reasons: readonly RiskReasonKey[],
  weeksDeclining: number,
): VisitReason | undefined {
  if (reasons.length === 0) return undefined;
  const { further, ...points } = visitPoints.risk;
  const strongest = Math.max(...reasons.map((reason) => points[reason]));
  return {
    text: capitalize(reasons.map((reason) => riskText(reason, weeksDeclining)).join(', ')),
    points: strongest + (reasons.length - 1) * further,
  };
}

function renewalReason(renewalOn: Day | null, today: Day): VisitReason | undefined {
  if (renewalOn === null) return undefined;
  const days = daysBetween(today, renewalOn);
  const { most, days: limit } = visitPoints.renewal;
  if (days >= limit) return undefined;
  const points = Math.round(days <= 0 ? most : (most * (limit - days)) / limit);
  if (days < 0) return { text: `Renewal overdue since ${dayInWords(renewalOn)}`, points };
  return { text: days === 0 ? 'Renews today' : `Renews in ${countText(days, 'day')}`, points };
}

type OnboardingFacts = Pick<ListedOnboarding, 'state' | 'blocker' | 'day'>;

function onboardingReason(facts: OnboardingFacts | undefined): VisitReason | undefined {
  if (facts === undefined || !isRunningState(facts.state)) return undefined;
  const { blocked, ...byState } = visitPoints.onboarding;
  const points = Object.entries(byState).find(([state]) => state === facts.state)?.[1] ?? 0;
  const parts = [
    `Onboarding ${uncapitalize(onboardingStateLabels[facts.state])}`,
    ...(facts.day === null ? [] : [`day ${facts.day}`]),
    ...(facts.blocker === null ? [] : [`blocked: ${uncapitalize(blockerLabels[facts.blocker])}`]),
  ];
  return { text: parts.join(', '), points: points + (facts.blocker === null ? 0 : blocked) };
}

/** Facts from which the worth of visiting a customer is computed. */
export interface CustomerVisitFacts {
  /** Reasons for which the customer is at risk; empty when it is not at risk or is leaving. */
  riskReasons: readonly RiskReasonKey[];
  weeksDeclining: number;
  /** Next renewal date; `null` when unknown. */
  renewalOn: Day | null;
  /** Onboarding case; `undefined` without one. */
  onboarding: OnboardingFacts | undefined;
  /** Last day of a customer that has given notice; `null` for others. */
  leavesOn: Day | null;
}

/** Returns the reasons for a visit to a customer, strongest first. */
export function customerVisitReasons(facts: CustomerVisitFacts, today: Day): VisitReason[] {
  if (facts.leavesOn !== null)
    return [{ text: `Gave notice; last day ${dayInWords(facts.leavesOn)}`, points: 0 }];
  const reasons = [
    riskReason(facts.riskReasons, facts.weeksDeclining),
    renewalReason(facts.renewalOn, today),
    onboardingReason(facts.onboarding),
  ].filter((reason) => reason !== undefined && reason.points > 0);
  return reasons.length === 0
    ? [{ text: 'Regular visit', points: visitPoints.regular }]
    : reasons.flatMap((reason) => reason ?? []).toSorted((one, other) => other.points - one.points);
}

const stageWords: Record<ProspectStage, string> = {
  New: 'not contacted yet',
  Researching: 'in research',
  Contacted: 'contacted',
  Demo: 'demo scheduled',
  Proposal: 'proposal sent',
  Nurture: 'in nurture',
  Won: 'won',
  Lost: 'lost',
};

/** Returns the reasons for a visit to a prospect. */
export function prospectVisitReasons({
  score,
  stage,
}: Pick<ListedProspect, 'score' | 'stage'>): VisitReason[] {
  const { scoreShare, stage: byStage } = visitPoints.prospect;
  return [
    {
      text: `Prospect score ${score}, ${stageWords[stage]}`,
      points: Math.round(score * scoreShare) + byStage[stage],
    },
  ];
}

/** Returns why a prospect is no stop of a route; `undefined` when it can be one. */
export function prospectVisitProblem({
  stage,
  doNotContact,
  latitude,
  longitude,
}: Pick<ListedProspect, 'stage' | 'doNotContact' | 'latitude' | 'longitude'>): string | undefined {
  if (doNotContact !== null) return `Do not contact: ${doNotContact}`;
  if (stage === 'Won') return 'Already a customer';
  if (stage === 'Lost') return 'Lost';
  return latitude === null || longitude === null ? 'No coordinates' : undefined;
}

/** Returns the value of a visit: the sum of the points of its reasons. */
export const visitValue = (reasons: readonly VisitReason[]): number =>
  reasons.reduce((sum, { points }) => sum + points, 0);
