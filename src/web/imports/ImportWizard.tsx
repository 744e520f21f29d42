import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Upload } from '#shared/imports/wizard.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { isUploadInProgress, uploadQuery } from './data.ts';
import { ImportQuestionForm } from './ImportQuestionForm.tsx';
import { ProgressStep } from './ProgressStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import classes from './wizard.module.css';

const steps = ['Columns', 'Check', 'Import', 'Result'] as const;

/** Import wizard of an upload, at the upload's current step. */
export function ImportWizard({ uploadId }: { uploadId: string }) {
  const upload = useQuery(uploadQuery(uploadId));
  const { isBack, onBack } = useColumnsStep(upload.data?.state);
  const { data } = upload;
  const client = useQueryClient();
  const isDone = data?.state === 'done';
  // All queries are refetched, because an import can change the data of every page.
  useEffect(() => {
    if (isDone) void client.invalidateQueries();
  }, [isDone, client]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {data?.fileName ?? 'Import'}
        </Title>
        <Anchor component={Link} to="?part=imports" size="sm">
          All imports
        </Anchor>
      </Group>
      {upload.error !== null && (
        <ErrorState
          title="Couldn’t load the import"
          error={upload.error}
          onRetry={() => void upload.refetch()}
        />
      )}
      {data === undefined && upload.error === null && (
        <LoadingSkeleton label="Loading the import">
          <SkeletonBlock height={420} />
        </LoadingSkeleton>
      )}
      {data !== undefined && (
        <>
          <Steps current={stepOf(data, isBack)} />
          <Step upload={data} isBack={isBack} onBack={onBack} />
        </>
      )}
    </Stack>
  );
}

/**
 * Keeps the Columns step in the URL, so that Back and Reload return to it. While a file is checked
 * or imported, its progress takes precedence.
 */
function useColumnsStep(state: Upload['state'] | undefined) {
  const [parameters, setParameters] = useSearchParams();
  const isEditable = state === 'checked' || state === 'failed' || state === 'cancelled';
  return {
    isBack: isEditable && parameters.get('step') === 'columns',
    onBack: () =>
      setParameters((before) => {
        before.set('step', 'columns');
        return before;
      }),
  };
}

function stepOf({ state, importId }: Upload, isBack: boolean): (typeof steps)[number] {
  if (state === 'uploaded' || isBack) return 'Columns';
  if (state === 'done' || state === 'cancelled') return 'Result';
  if (state === 'failed') return importId === null ? 'Check' : 'Result';
  return state === 'to_check' || state === 'checking' || state === 'checked' ? 'Check' : 'Import';
}

function Steps({ current }: { current: (typeof steps)[number] }) {
  return (
    <ol className={classes.steps} data-guide="import-steps" aria-label="Steps of the import">
      {steps.map((step) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          data-done={steps.indexOf(step) < steps.indexOf(current) || undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}

interface StepProperties {
  upload: Upload;
  /** `true` after the user went back to the columns. */
  isBack: boolean;
  onBack: () => void;
}

function Step({ upload, isBack, onBack }: StepProperties) {
  if (upload.state === 'uploaded' || isBack)
    return <ColumnsStep key={upload.uploadId} upload={upload} />;
  if (isUploadInProgress(upload.state) || upload.state === 'paused')
    return <ProgressStep upload={upload} />;
  if (upload.state === 'checked') return <CheckStep upload={upload} onBack={onBack} />;
  if (upload.state === 'failed')
    return (
      <Stack gap="md" align="flex-start">
        <Alert color="red" title="This file cannot be imported as it is" role="alert">
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {upload.error}
          </Text>
        </Alert>
        {upload.question !== null && (
          <ImportQuestionForm upload={upload} question={upload.question} />
        )}
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Back to columns
        </Anchor>
      </Stack>
    );
  return <ResultStep upload={upload} onBack={onBack} />;
}
