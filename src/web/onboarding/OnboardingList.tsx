import { Group } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { buildUrl } from '#shared/core/endpoint.ts';
import { nearDayInWords } from '#shared/core/words.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import type { ListState } from '#shared/list/state.ts';
import { onboardingColumns, onboardingTabColumns } from '#shared/onboarding/columns.ts';
import { listRecentGraduates } from '#shared/onboarding/figures.ts';
import {
  exportOnboarding,
  type ListedOnboarding,
  type OnboardingTab,
} from '#shared/onboarding/onboarding.ts';
import { isOnOnboardingTab } from '#shared/onboarding/rows.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { BulkActionButtons } from '#web/ui/list/BulkActionButtons.tsx';
import type { RowsQueryState } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { StartPlaybookLink } from '#web/work/StartPlaybookLink.tsx';
import { setBlockerShortcut } from './onboarding-actions.tsx';
import { createOnboardingCells } from './onboarding-cells.tsx';
import { useOnboardingActions } from './use-onboarding-actions.tsx';

const initial: Record<OnboardingTab, Partial<ListState>> = {
  current: { columns: onboardingTabColumns.current, sort: [{ column: 'pace', descending: false }] },
  ended: {
    columns: onboardingTabColumns.ended,
    sort: [{ column: 'goLiveDate', descending: true }],
  },
  all: { columns: onboardingTabColumns.all, sort: [{ column: 'goLiveDate', descending: true }] },
};

interface Properties {
  tab: OnboardingTab;
  rows: readonly ListedOnboarding[] | undefined;
  today: string | undefined;
  source: RowsQueryState;
}

export function OnboardingList({ tab, rows: all, today, source }: Properties) {
  const clearSelection = useRef<() => void>(undefined);
  const { actions, dialog } = useOnboardingActions(() => clearSelection.current?.());
  const block = actions.find(({ shortcut }) => shortcut === setBlockerShortcut);
  const cells = useMemo(
    () => createOnboardingCells(today, (row, opener) => block?.onAct([row], opener)),
    [today, block],
  );
  const rows = useMemo(() => all?.filter((row) => isOnOnboardingTab(row, tab)), [all, tab]);
  const list = useList({
    name: 'onboarding',
    columns: onboardingColumns,
    rows,
    initial: initial[tab],
  });
  return (
    <div data-guide="onboarding-list" id="customers">
      <CustomerList
        list={list}
        source={source}
        label="Onboarding"
        cells={cells}
        rowActions={actions}
        bulkActions={(selected, clear) => {
          clearSelection.current = clear;
          return (
            <Group gap={6}>
              <BulkActionButtons rows={selected} actions={actions} />
              <StartPlaybookLink
                institutionIds={selected.map(({ institutionId }) => institutionId)}
              />
            </Group>
          );
        }}
        askAbout={{ list: `onboarding-${tab}` }}
        exportPath={buildUrl(exportOnboarding.path, {}, { tab })}
        whenEmpty={<WhenEmpty tab={tab} rows={all ?? []} today={today} />}
        offset={120}
      />
      {dialog}
    </div>
  );
}

const graduateLimit = 5;

function WhenEmpty({
  tab,
  rows,
  today,
}: {
  tab: OnboardingTab;
  rows: readonly ListedOnboarding[];
  today: string | undefined;
}) {
  if (tab === 'ended') return 'No onboarding cases have ended yet.';
  if (tab === 'all') return 'No customers have gone live since scoring began.';
  const last = listRecentGraduates(rows).slice(0, graduateLimit);
  const names = last.map(({ institutionName, graduatedOn }) =>
    graduatedOn === null || today === undefined
      ? institutionName
      : `${institutionName} (${nearDayInWords(graduatedOn, today)})`,
  );
  const why = `No customers went live in the last ${onboardingDaysAndTargets.days} days.`;
  return names.length === 0 ? why : `${why} Last graduates: ${names.join(', ')}.`;
}
