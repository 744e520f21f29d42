import { Button } from '@mantine/core';
import { hasRowAction, type RowAction } from './row-actions.ts';

interface Properties<Row> {
  rows: readonly Row[];
  actions: readonly RowAction<Row>[];
}

/** One button for each action on the selected rows. */
export const BulkActionButtons = <Row,>({ rows, actions }: Properties<Row>) =>
  actions
    .filter((action) => hasRowAction(action, rows))
    .map(({ shortcut, label, icon, onAct }) => (
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
    ));
