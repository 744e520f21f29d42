import { daysBetween } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import { maximumUndecidedEpisodeShare } from '../constants.ts';
import { resolveMainReason } from '../losses/columns.ts';
import type { Loss } from '../losses/losses.ts';
import { lossReasonKeys, unavoidableReason } from '../losses/reasons.ts';
import { filterActiveLosses } from '../losses/rules.ts';
import type { HitsOfTotal } from '../quality/quality.ts';
import { quarterOf } from '../quarters.ts';
import type { RiskEpisode } from './episodes.ts';

export const countDaysToNotice = ({ beganOn, noticedOn }: RiskEpisode): number | null =>
  noticedOn === null ? null : Math.max(0, daysBetween(beganOn, noticedOn));

export interface RiskEpisodeFigures {
  episodes: number;
  open: number;
  early: number;
  /** Saved episodes among saved and lost episodes. */
  saved: HitsOfTotal;
  /**
   * `true` while too many episodes are undecided. Losses are known sooner than saves, so the saved
   * share would be too low at first.
   */
  isTooEarly: boolean;
  /** Median days from the first at-risk week to the notice; `null` without a loss. */
  daysToNotice: number | null;
}

export function computeRiskEpisodeFigures(episodes: readonly RiskEpisode[]): RiskEpisodeFigures {
  const count = (outcome: RiskEpisode['outcome']) =>
    episodes.filter((episode) => episode.outcome === outcome).length;
  const [saved, lost, open, early] = [
    count('Saved'),
    count('Lost'),
    count('Open'),
    count('Too early to tell'),
  ];
  return {
    episodes: episodes.length,
    open,
    early,
    saved: { hits: saved, of: saved + lost },
    isTooEarly: open + early > maximumUndecidedEpisodeShare * episodes.length,
    daysToNotice: median(episodes.flatMap((episode) => countDaysToNotice(episode) ?? [])),
  };
}

/** Groups episodes by the quarter in which they began, newest first. */
export const computeQuarterlyRiskEpisodeFigures = (
  episodes: readonly RiskEpisode[],
): { quarter: string; figures: RiskEpisodeFigures }[] =>
  [...Map.groupBy(episodes, ({ beganOn }) => quarterOf(beganOn))]
    .map(([quarter, own]) => ({ quarter, figures: computeRiskEpisodeFigures(own) }))
    .sort((one, other) => (one.quarter < other.quarter ? 1 : -1));

export const lossSegmentKeys = ['sizeTier', 'practiceType', 'ehr'] as const;
export type LossSegmentKey = (typeof lossSegmentKeys)[number];

export interface LossReasonsBySegment {
  reasons: string[];
  segments: { segment: string; losses: number; byReason: Map<string, number> }[];
}

/**
 * Counts active losses by main reason and segment, most frequent reason first. Customers whose
 * segment is unknown are left out.
 */
export function countReasonsBySegment(
  all: readonly Loss[],
  segment: LossSegmentKey,
  { avoidableOnly, withClosed }: { avoidableOnly: boolean; withClosed: boolean },
): LossReasonsBySegment {
  const losses = filterActiveLosses(all).filter(
    (loss) =>
      loss[segment] !== null &&
      (withClosed || resolveMainReason(loss) !== unavoidableReason) &&
      (!avoidableOnly || loss.avoidable === 'yes' || loss.avoidable === 'partly'),
  );
  const counted = (rows: readonly Loss[]) =>
    new Map([...Map.groupBy(rows, resolveMainReason)].map(([reason, own]) => [reason, own.length]));
  const inAll = counted(losses);
  const names: readonly string[] = lossReasonKeys;
  return {
    reasons: [...inAll.keys()].sort(
      (one, other) =>
        (inAll.get(other) ?? 0) - (inAll.get(one) ?? 0) ||
        names.indexOf(one) - names.indexOf(other),
    ),
    segments: [...Map.groupBy(losses, (loss) => loss[segment] ?? '')]
      .map(([name, own]) => ({ segment: name, losses: own.length, byReason: counted(own) }))
      .sort((one, other) => other.losses - one.losses || (one.segment < other.segment ? -1 : 1)),
  };
}
