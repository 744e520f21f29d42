import { useQuery } from '@tanstack/react-query';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { countText, dayInWords, dollarsText } from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import { leavingText } from '#shared/notices/notices.ts';
import type { PrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { useToday } from '#web/core/days.ts';
import { useProviderNames } from '#web/core/settings.ts';
import { type LoadedInstitutionDetail, locationCountOf } from '#web/health/institution-detail.ts';
import { dealOwnerQuery } from '#web/institutions/data.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import classes from './prep-sheet.module.css';

interface Properties {
  institutionId: number;
  detail: LoadedInstitutionDetail;
  sheet: Pick<PrepSheet, 'deal' | 'notice'>;
}

/** Header of the prep sheet: name, score and owner. */
export function PrepSheetHeader({ institutionId, detail, sheet: { deal, notice } }: Properties) {
  const { crmProvider } = useProviderNames();
  const owner = useQuery(dealOwnerQuery(institutionId, crmProvider));
  const today = useToday();
  const { health, record } = detail;
  const score = health === null ? (record?.healthScore ?? null) : health.adoptionScore;
  return (
    <header className={classes.head}>
      <div>
        <h2>
          {detail.name}
          {notice !== null && ` · ${leavingText(notice, today)}`}
        </h2>
        <p>
          {[
            `ID ${institutionId}`,
            health?.sizeTier,
            countText(locationCountOf(detail), 'location'),
            health?.practiceType,
            health === null || health.tenure === null ? undefined : `live for ${health.tenure}`,
            health?.inGrace === true ? 'in grace' : undefined,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>
          Owner: {owner.isError ? 'couldn’t load' : (owner.data?.ownerName ?? unassignedOwner)}
          {deal !== null &&
            ` · ${deal.pipeline}: ${deal.stage}${deal.closesOn === null ? '' : `, closes ${dayInWords(deal.closesOn)}`}`}
          {deal !== null &&
            deal.amountCents !== null &&
            ` (${dollarsText(deal.amountCents / 100)})`}
        </p>
      </div>
      <div className={classes.score}>
        <strong>{score === null ? '–' : scoreText(score)}</strong>
        <TierMark tier={health?.healthTier ?? record?.healthTier ?? 'Unknown'} />
        {health !== null && health.scoreChange !== null && (
          <span>{signedText(health.scoreChange, ' points', 1)}</span>
        )}
        <small>
          {health === null ? dayInWords(today) : `week to ${dayInWords(health.weekEndDate)}`}
        </small>
      </div>
    </header>
  );
}
