import { Stack, Text, Title } from '@mantine/core';
import { healthTiers } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { countTiers, createTierMovementFilters } from '#shared/portfolio/rules.ts';
import { countTierMovement } from '#shared/portfolio/tier-movement.ts';
import { tierFilter } from '#shared/portfolio/week-figure-filters.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';
import { TierMatrix } from '#web/ui/tier/TierMatrix.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import classes from './portfolio.module.css';

/** Bars with the number of customers in each tier. The previous week is shown as an outline. */
export function TierCountBars({ rows }: { rows: readonly ListedInstitution[] }) {
  const { now, before } = countTiers(rows);
  const most = Math.max(1, ...healthTiers.flatMap((tier) => [now[tier], before[tier]]));
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Tiers
      </Title>
      <div className={classes.bars}>
        {healthTiers.map((tier) => (
          <div key={tier} className={classes.bar}>
            <TierBadge tier={tier} />
            <span className={classes.track} aria-hidden>
              <span
                className={classes.fill}
                style={{ width: `${(100 * now[tier]) / most}%`, background: tierStyles[tier].fill }}
              />
              <span
                className={classes.ghost}
                style={{ width: `${(100 * before[tier]) / most}%` }}
              />
            </span>
            <RowsLink filters={[tierFilter(tier)]} c="inherit" className={classes.number} of={tier}>
              {numberText(now[tier])}
            </RowsLink>
            <Text size="xs" c="dimmed" className={classes.number}>
              was {numberText(before[tier])}
            </Text>
          </div>
        ))}
      </div>
    </Stack>
  );
}

export function TierMovementTable({ rows }: { rows: readonly ListedInstitution[] }) {
  const inBothWeeks = rows.filter(
    (row) => row.previousHealthTier !== null && row.healthTier !== null,
  ).length;
  const movement = countTierMovement(
    rows.map(({ previousHealthTier, healthTier }) => [previousHealthTier, healthTier] as const),
  );
  return (
    <Stack gap="sm" data-guide="portfolio-movement">
      <Title order={2} size="h5">
        Tier movement <MetricInfo metric="tierMovement" />
      </Title>
      <TierMatrix
        customers={(from, to) => movement[from][to]}
        filtersOf={createTierMovementFilters}
      />
      {inBothWeeks < rows.length && (
        <Text size="xs" c="dimmed">
          {rows.length - inBothWeeks === 1
            ? '1 customer is not in the table, because it had no tier in one of the two weeks'
            : `${numberText(rows.length - inBothWeeks)} customers are not in the table, because they had no tier in one of the two weeks`}
        </Text>
      )}
    </Stack>
  );
}
