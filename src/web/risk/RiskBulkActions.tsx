import { Button, Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { RiskRow } from '#shared/risk/rows.ts';
import { PlanRouteButton } from '#web/institutions/PlanRouteButton.tsx';
import { BulkActionButtons } from '#web/ui/list/BulkActionButtons.tsx';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { StartPlaybookLink } from '#web/work/StartPlaybookLink.tsx';

interface Properties {
  rows: readonly RiskRow[];
  actions: readonly RowAction<RiskRow>[];
  onTriage: (rows: readonly RiskRow[], opener: Element | null) => void;
}

/** Bulk actions for the selected customers. */
export function RiskBulkActions({ rows, actions, onTriage }: Properties) {
  return (
    <Group gap={6}>
      <BulkActionButtons rows={rows} actions={actions} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        onClick={(event) => onTriage(rows, event.currentTarget)}
      >
        Triage selected
      </Button>
      <StartPlaybookLink institutionIds={rows.map(({ institutionId }) => institutionId)} />
      <PlanRouteButton institutionIds={rows.map(({ institutionId }) => institutionId)} />
    </Group>
  );
}
