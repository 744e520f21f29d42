import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { type importOrder, nextImport } from '#shared/imports/next-step.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { Upload } from '#shared/imports/wizard.ts';
import { importRunsQuery, missingImportsQuery } from './data.ts';
import { ImportRowCounts, RejectedRowsAndCells } from './ImportRowCounts.tsx';
import { ImportUndoStatus } from './ImportUndoStatus.tsx';
import { UndoDialog } from './UndoDialog.tsx';

/** Wizard step with the result of an import, the next import to do, and the undo. */
export function ResultStep({ upload, onBack }: { upload: Upload; onBack: () => void }) {
  const runs = useQuery(importRunsQuery);
  const [isUndoing, setUndoing] = useState(false);
  const run = runs.data?.find(({ importId }) => importId === upload.importId);
  if (upload.state === 'cancelled')
    return (
      <Stack gap="md" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {upload.error === null
            ? 'Import canceled. All its changes were undone.'
            : `Import canceled. ${upload.error}`}
        </Text>
        <Button variant="default" onClick={onBack}>
          Back to columns
        </Button>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Text>
        {run?.state === 'undone' ? 'This import was completed and later undone.' : 'Imported.'}
      </Text>
      {upload.report !== null && <ImportRowCounts report={upload.report} isDone />}
      {upload.report !== null && <RejectedRowsAndCells report={upload.report} upload={upload} />}
      {run !== undefined && <ImportUndoStatus run={run} />}
      <Group>
        <Button component={Link} to="?part=imports">
          Import another file
        </Button>
        {run?.undoableUntil != null && !run.isBeingUndone && (
          <Button variant="default" onClick={() => setUndoing(true)}>
            Undo this import
          </Button>
        )}
      </Group>
      {upload.plan !== null && run?.state !== 'undone' && <NextStep kind={upload.plan.kind} />}
      {isUndoing && run !== undefined && <UndoDialog run={run} onClose={() => setUndoing(false)} />}
    </Stack>
  );
}

/** Pages that show the imported rows, with the effect of the import. */
const rowsOf: Record<ImportKind, { effect: string; pages: { to: string; label: string }[] }> = {
  practices: {
    effect: 'The practices are in the list of customers and on the map.',
    pages: [
      { to: paths.dashboard, label: 'Open customers' },
      { to: paths.map, label: 'Open map' },
    ],
  },
  usage: {
    effect:
      'A week is scored once it is complete and four weeks of usage exist. After a first import, scoring takes a few minutes.',
    pages: [{ to: paths.dashboard, label: 'Open scores' }],
  },
  entitlements: {
    effect: 'Scores include only the products that a customer is entitled to.',
    pages: [{ to: paths.dashboard, label: 'Open customers' }],
  },
  churn: {
    effect: 'A customer counts as lost from the day on which its notice takes effect.',
    pages: [{ to: paths.churn, label: 'Open churn analysis' }],
  },
  contracts: {
    effect: 'Revenue is now calculated from these contracts.',
    pages: [{ to: paths.churn, label: 'Open revenue retention' }],
  },
  contacts: {
    effect: 'The contacts are on the prep sheets of their customers.',
    pages: [{ to: paths.dashboard, label: 'Open customers' }],
  },
  prospects: {
    effect: 'The prospects are in the search, in the list of prospects and on the map.',
    pages: [
      { to: paths.prospects, label: 'Open prospects' },
      { to: paths.salesMap, label: 'Open sales map' },
    ],
  },
};

/** Texts on the file to import next. */
const nextTexts: Record<(typeof importOrder)[number], string> = {
  practices: 'practices, so that other files find their customers',
  usage: 'usage, from which scores are computed',
  entitlements: 'entitlements, the products that customers may use',
  contracts: 'contracts, for revenue and renewals',
  contacts: 'contacts, the people at your customers',
  churn: 'churn notices, so that Chairside learns from lost customers',
};

/** Links to the imported rows, and the next kind of file to import. */
function NextStep({ kind }: { kind: ImportKind }) {
  const missing = useQuery(missingImportsQuery);
  const next = missing.data === undefined ? null : nextImport(missing.data.missing);
  const { effect, pages } = rowsOf[kind];
  return (
    <Stack gap={4}>
      <Group gap="md">
        <Text size="sm">{effect}</Text>
        {pages.map(({ to, label }) => (
          <Anchor key={label} component={Link} to={to} size="sm">
            {label}
          </Anchor>
        ))}
      </Group>
      {missing.error !== null && (
        <Text size="sm" c="dimmed">
          Couldn’t find out which file to import next.
        </Text>
      )}
      {missing.data !== undefined && (
        <Text size="sm" fw={600}>
          {next === null
            ? 'You’ve imported every kind of file about customers.'
            : `Next: import ${nextTexts[next]}.`}
        </Text>
      )}
    </Stack>
  );
}
