import { Button, Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { RiskRow } from '#shared/risk/rows.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';
import { StartPlaybookButton } from '#web/work/StartPlaybookButton.tsx';

interface Properties {
  rows: readonly RiskRow[];
  actions: readonly RowAction<RiskRow>[];
  onTriage: (rows: readonly RiskRow[], opener: Element | null) => void;
}

/** What can be done with the selected customers, together. */
export function RiskBulkActions({ rows, actions, onTriage }: Properties) {
  return (
    <Group gap={6}>
      {actions.map(({ shortcut, label, icon, onAct }) => (
        <Button
          key={shortcut}
          size="xs"
          variant="default"
          leftSection={icon}
          aria-keyshortcuts={shortcut}
          onClick={(event) => onAct(rows, event.currentTarget)}
        >
          {label}
        </Button>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        onClick={(event) => onTriage(rows, event.currentTarget)}
      >
        Triage these
      </Button>
      <StartPlaybookButton institutionIds={rows.map(({ institutionId }) => institutionId)} />
    </Group>
  );
}
