import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { Upload } from '#shared/imports/wizard.ts';
import { importRunsQuery } from './data.ts';
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
        <Anchor component={Link} to={paths.dashboard} size="sm">
          Open customers
        </Anchor>
      </Group>
      {upload.plan !== null && run?.state !== 'undone' && (
        <Text size="sm" c="dimmed">
          {next[upload.plan.kind]}
        </Text>
      )}
      {isUndoing && run !== undefined && <UndoDialog run={run} onClose={() => setUndoing(false)} />}
    </Stack>
  );
}

const next: Record<ImportKind, string> = {
  practices:
    'Next: import entitlements (the products that customers may use), if you have them, then usage.',
  entitlements: 'Next: import usage.',
  usage:
    'A week is scored once it is complete and four weeks of usage exist. After a first import, scoring takes a few minutes.',
  churn: 'A customer counts as lost from the day on which its notice takes effect.',
  contracts: 'Revenue is now calculated from these contracts.',
  contacts: 'You can find the contacts on the prep sheets of their customers.',
  prospects: 'You can now find the prospects in the search and on the map.',
};
