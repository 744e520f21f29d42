import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { importRunColumns } from '#shared/imports/run-columns.ts';
import { exportImportRuns, type ImportRun } from '#shared/imports/runs.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { importRunsQuery } from './data.ts';
import { FileUploadForm } from './FileUploadForm.tsx';

const Wizard = lazy(async () => ({ default: (await import('./ImportWizard.tsx')).ImportWizard }));
const ImportDialog = lazy(async () => ({
  default: (await import('./ImportRunDialog.tsx')).ImportRunDialog,
}));

const Began = ({ at }: { at: string }) => useMomentFormatter()(at);
const cells: ListCells<ImportRun> = { started: ({ startedAt }) => <Began at={startedAt} /> };

const initial = {
  columns: [
    'source',
    'kind',
    'state',
    'started',
    'read',
    'added',
    'changed',
    'unchanged',
    'rejected',
  ],
  sort: [{ column: 'started', descending: true }],
};

/** Imports: the list of imports with an upload form, or the wizard of one upload. */
export function ImportsTab() {
  const [parameters] = useSearchParams();
  const uploadId = parameters.get('upload');
  return uploadId === null ? (
    <AllImports />
  ) : (
    <LazyPart label="Loading the import" height={420}>
      <Wizard key={uploadId} uploadId={uploadId} />
    </LazyPart>
  );
}

function AllImports() {
  const runs = useQuery(importRunsQuery);
  const [openedId, setOpenedId] = useState<string>();
  const list = useList({ name: 'imports', columns: importRunColumns, rows: runs.data, initial });
  const opened = runs.data?.find(({ importId }) => importId === openedId);
  return (
    <Stack gap="lg">
      <FileUploadForm />
      <section data-guide="import-runs">
        <Title order={2} size="h4" mb="xs">
          Imports of the last 90 days
        </Title>
        <List
          list={list}
          source={runs}
          label="Imports"
          cells={cells}
          noun={{ one: 'import', many: 'imports' }}
          rowId={({ importId }) => importId}
          onOpen={({ importId }) => setOpenedId(importId)}
          askAbout={{ list: 'imports' }}
          exportPath={exportImportRuns.path}
          whenEmpty="No imports yet. Start with your practices."
          offset={380}
        />
      </section>
      <Suspense>
        {opened !== undefined && (
          <ImportDialog run={opened} onClose={() => setOpenedId(undefined)} />
        )}
      </Suspense>
    </Stack>
  );
}
