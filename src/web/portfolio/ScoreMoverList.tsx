import '@mantine/core/styles/Switch.css';
import { Group, SimpleGrid, Stack, Switch, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import {
  findScoreMovers,
  type ScoreChangeCauseScope,
  type ScoreMover,
} from '#shared/portfolio/rules.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { Change } from '#web/ui/Change.tsx';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import classes from './portfolio.module.css';

const most = 10;

/** Customers whose score rose or fell most relative to their peers, with the reason. */
export function ScoreMoverList({
  rows,
  rules,
}: {
  rows: readonly ListedInstitution[];
  rules: HealthRules;
}) {
  const [basis, setBasis] = useState<ScoreChangeCauseScope>('use');
  const { up, down } = findScoreMovers(rows, most, rules, basis);
  return (
    <Stack gap="sm" data-guide="portfolio-movers">
      <Title order={2} size="h5">
        Movers relative to peers <MetricInfo metric="relativeChange" />
      </Title>
      <Switch
        size="xs"
        label="Include score changes from added or removed products and locations"
        checked={basis === 'all'}
        onChange={({ currentTarget }) => setBasis(currentTarget.checked ? 'all' : 'use')}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <MoverList title="Down" movers={down} />
        <MoverList title="Up" movers={up} />
      </SimpleGrid>
    </Stack>
  );
}

function MoverList({ title, movers: listed }: { title: string; movers: readonly ScoreMover[] }) {
  const openInstitution = useInstitutionModal();
  const customers = listed.map(({ institution }) => institution);
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {listed.length === 0 && <Text size="sm">No customers in the last official week.</Text>}
      {listed.map(({ institution, relativeChange, reason }) => (
        <UnstyledButton
          key={institution.institutionId}
          className={classes.mover}
          onClick={() => openInstitution(institution.institutionId, customers)}
        >
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm" fw={600} truncate>
              {institution.institutionName}
            </Text>
            <CustomerMark institutionId={institution.institutionId} />
            <Text span size="sm" className={classes.number}>
              <Change value={relativeChange} unit=" points" digits={1} />
            </Text>
          </Group>
          {reason !== null && (
            <Text size="xs" c="dimmed">
              {reason}
            </Text>
          )}
        </UnstyledButton>
      ))}
    </Stack>
  );
}
