import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LostRenewal } from '#shared/churn/losses/lost-renewals.ts';
import { countText, dayInWords, dollarsText, numberText } from '#shared/core/words.ts';
import { lostRenewalsQuery } from './data.ts';

const atFirst = 3;

/** Renewals lost in the CRM without a recorded loss. A user decides whether the customer leaves. */
export function LostRenewals({
  onEnter,
}: {
  onEnter: (renewal: LostRenewal, opener: Element) => void;
}) {
  const { data } = useQuery(lostRenewalsQuery);
  const [showsAll, setShowsAll] = useState(false);
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      title={`${countText(rows.length, 'lost CRM renewal')} without a recorded loss`}
      data-guide="loss-from-crm"
    >
      <Stack gap={6}>
        {(showsAll ? rows : rows.slice(0, atFirst)).map((row) => (
          <Group key={row.institutionId} gap="xs" justify="space-between">
            <Text size="sm">
              {row.institutionName}, lost {dayInWords(row.lostOn)}
              {row.monthlyDollars !== null && `, ${dollarsText(row.monthlyDollars)} per month`}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Add loss of ${row.institutionName}`}
              onClick={(event) => onEnter(row, event.currentTarget)}
            >
              Add loss
            </Button>
          </Group>
        ))}
        {rows.length > atFirst && !showsAll && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
            Show all {numberText(rows.length)}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
