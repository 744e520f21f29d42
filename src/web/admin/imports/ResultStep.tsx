import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Upload } from '#shared/admin/imports/wizard.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { importRunsQuery } from './data.ts';
import { Outcome, Rejects } from './Outcome.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { UndoState } from './UndoState.tsx';

/** Result of an import, with the next step and the undo. */
export function ResultStep({ upload, onBack }: { upload: Upload; onBack: () => void }) {
  const runs = useQuery(importRunsQuery);
  const [isUndoing, setUndoing] = useState(false);
  const run = runs.data?.find(({ importId }) => importId === upload.importId);
  if (upload.state === 'cancelled')
    return (
      <Stack gap="md" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {upload.error === null ? 'Import canceled. All its changes were undone.' : `Import canceled. ${upload.error}`}
        </Text>
        <Button variant="default" onClick={onBack}>
          Back to the columns
        </Button>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Text>{run?.state === 'undone' ? 'Imported, and undone since.' : 'Imported.'}</Text>
      {upload.report !== null && <Outcome report={upload.report} isDone />}
      {upload.report !== null && <Rejects report={upload.report} upload={upload} />}
      {run !== undefined && <UndoState run={run} />}
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
          See the customers
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
  practices: 'Next: which products they may use (entitlements), if you have such a file, then how often they use them (usage).',
  entitlements: 'Next: how often the products are used (usage).',
  usage: 'A week is scored once it is complete and four weeks of usage are there. It takes some minutes after a first import.',
  churn: 'A customer has left from the day its notice takes effect.',
  contracts: 'Revenue is calculated from these contracts from now on.',
  contacts: 'They are on their customer’s prep sheet.',
  prospects: 'They now show in search and on the map.',
};
