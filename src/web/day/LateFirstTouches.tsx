import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { countText } from '#shared/core/words.ts';
import type { DayRow } from '#shared/day/day.ts';
import { lateFirstTouchDays } from '#shared/day/rules.ts';
import type { CustomerReference } from '#web/work/customers.ts';
import { DayPart } from './DayPart.tsx';

const WorkDialog = lazy(async () => ({
  default: (await import('#web/work/WorkDialog.tsx')).WorkDialog,
}));

interface Properties {
  rows: readonly DayRow[];
  list: (rows: readonly DayRow[]) => ReactNode;
}

const bulkActions = [
  { action: 'outcome', label: 'Record outcome for all' },
  { action: 'snooze', label: 'Snooze all' },
  { action: 'assign', label: 'Assign all' },
] as const;

/** Collapsed group of first touches that are long overdue, with actions on all of them. */
export function LateFirstTouches({ rows, list }: Properties) {
  const [started, setStarted] = useState<{
    action: (typeof bulkActions)[number]['action'];
    /** Customers at the start, because the list is empty while their change is sent. */
    customers: readonly CustomerReference[];
    opener: Element;
  }>();
  const customers = rows.flatMap(({ institutionId, institutionName }) =>
    institutionId === null || institutionName === null ? [] : [{ institutionId, institutionName }],
  );
  return (
    <>
      <DayPart
        title={`First touches more than ${countText(lateFirstTouchDays, 'day')} overdue`}
        guide="day-late-touches"
        rows={rows}
        list={list}
        isCollapsed
      >
        {bulkActions.map(({ action, label }) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            onClick={({ currentTarget }) =>
              setStarted({ action, customers, opener: currentTarget })
            }
          >
            {label}
          </Button>
        ))}
      </DayPart>
      <Suspense>
        {started !== undefined && (
          <WorkDialog
            action={started.action}
            customers={started.customers}
            opener={started.opener}
            onClose={() => setStarted(undefined)}
            onDone={() => undefined}
          />
        )}
      </Suspense>
    </>
  );
}
