import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ImportPlan, Upload } from '#shared/imports/wizard.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { uploadValuesQuery } from './data.ts';
import { useSaveDraft } from './use-draft.ts';
import { ValueTable } from './ValueTable.tsx';

/** Values of the file that Chairside does not know, with the values that replace them. */
export function ValuesToMap({ upload, plan }: { upload: Upload; plan: ImportPlan }) {
  const values = useQuery(uploadValuesQuery(upload.uploadId));
  const save = useSaveDraft(upload);
  // Changes that are being saved are shown immediately.
  const current = save.isPending ? save.variables : plan;
  if (values.error !== null)
    return (
      <ErrorState
        title="Couldn’t load the values"
        error={values.error}
        onRetry={() => void values.refetch()}
      />
    );
  if (values.data === undefined || values.data.columns.length === 0) return null;
  return (
    <Stack gap="md" data-guide="import-values">
      <Text size="sm">
        Match the values of your file with those of Chairside. The next file of the source “
        {plan.externalSource}” uses the same matches.
      </Text>
      {values.data.columns.map((column) => (
        <ValueTable
          key={column.column}
          column={column}
          map={current.values[column.column] ?? {}}
          onMap={(map) =>
            save.mutate({ ...current, values: { ...current.values, [column.column]: { ...map } } })
          }
        />
      ))}
      {save.error !== null && (
        <ErrorState
          title="Couldn’t save this match"
          error={save.error}
          onRetry={() => save.variables !== undefined && save.mutate(save.variables)}
        />
      )}
    </Stack>
  );
}
