import {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  type DateOrder,
  dateOrderSchema,
  externalSourceSchema,
  type ImportKind,
  importKindSchema,
  importKinds,
  type NumberFormat,
  numberFormatSchema,
  type RepeatedRowsHandling,
  repeatedRowsHandlingSchema,
} from '#shared/imports/report.ts';
import { importKindNames } from '#shared/imports/run-columns.ts';
import {
  type FileColumnUse,
  type ImportPlan,
  postImportPlan,
  type Upload,
  type UploadColumns,
} from '#shared/imports/wizard.ts';
import { ApiError, call } from '#web/core/api.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { ColumnTable } from './ColumnTable.tsx';
import { uploadColumnsQuery, uploadQuery } from './data.ts';
import { currentPlan, sortedJson, useSaveDraft } from './use-draft.ts';

/** Wizard step for the kind of data and the use of each column. */
export function ColumnsStep({ upload }: { upload: Upload }) {
  const [kind, setKind] = useState<ImportKind | undefined>(currentPlan(upload)?.kind);
  const [source, setSource] = useState<string | undefined>(currentPlan(upload)?.externalSource);
  const columns = useQuery(
    uploadColumnsQuery(upload.uploadId, { ...(kind && { kind }), ...(source && { source }) }),
  );
  if (columns.error instanceof ApiError && columns.error.status === 422)
    return <NoTable why={errorText(columns.error)} />;
  if (columns.error !== null)
    return (
      <ErrorState
        title="Couldn’t load the columns"
        error={columns.error}
        onRetry={() => void columns.refetch()}
      />
    );
  if (columns.data === undefined)
    return (
      <LoadingSkeleton label="Reading the columns">
        <SkeletonBlock height={360} />
      </LoadingSkeleton>
    );
  return (
    <Chosen
      upload={upload}
      found={columns.data}
      kind={kind}
      isLooking={columns.isPlaceholderData}
      onKind={setKind}
      onSource={setSource}
    />
  );
}

/**
 * Error message for an unreadable file. There is no Retry button, because a retry would fail too.
 */
function NoTable({ why }: { why: string }) {
  return (
    <Alert color="red" title="This file cannot be read" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{why}</Text>
        <Button component={Link} to="?part=imports" size="xs" variant="default">
          Choose another file
        </Button>
      </Stack>
    </Alert>
  );
}

interface Properties {
  upload: Upload;
  /**
   * Detected columns. While the columns for changed settings are loading, these are the previous
   * columns.
   */
  found: UploadColumns;
  isLooking: boolean;
  /** Kind chosen by the user; `undefined` while the detected kind applies. */
  kind: ImportKind | undefined;
  onKind: (kind: ImportKind) => void;
  onSource: (source: string) => void;
}

const whatIsTaken = {
  all: { known: true, new: true },
  new: { known: false, new: true },
  known: { known: true, new: false },
};

type Taken = keyof typeof whatIsTaken;

const takenBefore = (plan: ImportPlan | null): Taken =>
  plan === null || (plan.takes.known && plan.takes.new) ? 'all' : plan.takes.new ? 'new' : 'known';

const choiceOf = ({ kind, source }: UploadColumns) => `${kind} ${source}`;

function Chosen({ upload, found, isLooking, kind, onKind, onSource }: Properties) {
  const client = useQueryClient();
  const own = currentPlan(upload);
  const ownOf = (of: UploadColumns) =>
    own?.kind === of.kind && own.externalSource === of.source ? own : null;
  const [uses, setUses] = useState<Record<string, string | null>>(() => ({
    ...usesOf(found.columns),
    ...ownOf(found)?.uses,
  }));
  const [source, setSource] = useState(found.source);
  const named = source.trim().toLowerCase();
  const sourceProblem = externalSourceSchema.safeParse(named).error?.issues[0]?.message;
  const [dates, setDates] = useState<DateOrder | null>((ownOf(found) ?? found).dates);
  const [numbers, setNumbers] = useState<NumberFormat | null>((ownOf(found) ?? found).numbers);
  const [entitles, setEntitles] = useState(own?.entitles ?? !found.knowsEntitlements);
  const [taken, setTaken] = useState<Taken>(takenBefore(own));
  const [repeats, setRepeats] = useState<RepeatedRowsHandling | undefined>(own?.repeats);
  const [shown, setShown] = useState(choiceOf(found));
  // The controls stay mounted to keep the focus, so their values are reset here when the choice
  // changes.
  if (choiceOf(found) !== shown) {
    setShown(choiceOf(found));
    setUses(usesOf(found.columns));
    setDates(found.dates);
    setNumbers(found.numbers);
    setSource(found.source);
  }
  const query = uploadQuery(upload.uploadId);
  const plan: ImportPlan = {
    ...{ kind: found.kind, externalSource: named, uses, dates, numbers, takes: whatIsTaken[taken] },
    values: (ownOf(found) ?? found).values,
    withoutIds: ownOf(found)?.withoutIds ?? false,
    entitles: found.kind === 'usage' && entitles,
    ...(found.kind === 'usage' && repeats !== undefined && { repeats }),
  };
  const draftError = useAutosave(upload, isLooking || sourceProblem !== undefined ? null : plan);
  const [, setParameters] = useSearchParams();
  const check = useMutation({
    scope: { id: `import ${upload.uploadId}` },
    mutationFn: () =>
      call(postImportPlan, {
        params: { uploadId: upload.uploadId },
        body: { ...plan, version: upload.version },
      }),
    onSuccess: (changed) => {
      client.setQueryData(query.queryKey, changed);
      setParameters((before) => {
        before.set('step', 'check');
        before.delete('accept');
        return before;
      });
    },
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const use = (header: string, as: string | null) =>
    setUses((before) => ({
      ...Object.fromEntries(
        Object.entries(before).map(([other, its]) => [other, its === as ? null : its]),
      ),
      [header]: as,
    }));
  const hasAmounts = found.kind === 'usage' || found.kind === 'churn' || found.kind === 'contracts';
  const hasChoice = found.kind !== 'entitlements' && found.kind !== 'churn';
  return (
    <form onSubmit={createSubmitHandler(() => check.mutate())}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          <NativeSelect
            label="Type of data"
            description={
              kind === undefined && found.guessedKind !== null
                ? 'Detected from the file’s columns'
                : 'Choose what the file contains'
            }
            value={kind ?? found.kind}
            onChange={(event) => onKind(importKindSchema.parse(event.currentTarget.value))}
            data={importKinds.map((kind) => ({ value: kind, label: importKindNames[kind] }))}
          />
          <Autocomplete
            label="Source system"
            description="Use the same name for all files of the same system"
            value={source}
            data={found.knownSources}
            onChange={setSource}
            error={
              named === '' || sourceProblem === undefined ? undefined : `The name ${sourceProblem}.`
            }
            onBlur={() => sourceProblem === undefined && named !== found.source && onSource(named)}
            required
            maxLength={40}
          />
          <NativeSelect
            label="Dates such as 3/9/2026"
            description="Used when the dates of a column don’t show the order of day and month"
            value={dates ?? ''}
            onChange={(event) =>
              setDates(dateOrderSchema.nullable().catch(null).parse(event.currentTarget.value))
            }
            data={[
              { value: '', label: 'Detect from the column' },
              { value: 'month-first', label: 'Month first' },
              { value: 'day-first', label: 'Day first' },
            ]}
          />
          {hasAmounts && (
            <NativeSelect
              label="Numbers such as 1.204"
              description="Used when the numbers of a column don’t show the format"
              value={numbers ?? ''}
              onChange={(event) =>
                setNumbers(
                  numberFormatSchema.nullable().catch(null).parse(event.currentTarget.value),
                )
              }
              data={[
                { value: '', label: 'Detect from the column' },
                { value: 'decimal-point', label: 'Decimal point: 1,204.50' },
                { value: 'decimal-comma', label: 'Decimal comma: 1.204,50' },
              ]}
            />
          )}
          {hasChoice && (
            <NativeSelect
              label="Rows to import"
              description="Other rows are skipped"
              value={taken}
              onChange={(event) =>
                setTaken(isTaken(event.currentTarget.value) ? event.currentTarget.value : 'all')
              }
              data={[
                { value: 'all', label: 'All: add new, update known' },
                { value: 'new', label: 'New rows only' },
                { value: 'known', label: 'Known rows only' },
              ]}
            />
          )}
          {found.kind === 'usage' && (
            <NativeSelect
              label="Repeated rows"
              description="For rows with the same location, product and day"
              value={repeats ?? ''}
              onChange={(event) =>
                setRepeats(
                  repeatedRowsHandlingSchema
                    .optional()
                    .catch(undefined)
                    .parse(event.currentTarget.value),
                )
              }
              data={[
                { value: '', label: 'Ask if the file has many repeated rows' },
                { value: 'add', label: 'Add them up' },
                { value: 'replace', label: 'Use the last row' },
              ]}
            />
          )}
        </SimpleGrid>
        {found.kind === 'usage' && (
          <Checkbox
            label="Entitle customers to products they use"
            description="Adds an entitlement without a start date for each product that a customer uses but isn’t entitled to. Scores include only entitled products."
            checked={entitles}
            onChange={(event) => setEntitles(event.currentTarget.checked)}
          />
        )}
        {found.isRemembered && (
          <Text size="sm" c="dimmed">
            Columns are used as in the last file of {found.source}.
          </Text>
        )}
        <ColumnTable columns={found.columns} choices={found.choices} uses={uses} onUse={use} />
        {draftError !== null && check.error === null && (
          <Text size="sm" c="red" role="alert">
            Couldn’t save your choices for a reload. {errorText(draftError)}
          </Text>
        )}
        {check.error !== null && (
          <Text size="sm" c="red" role="alert">
            {errorText(check.error)}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={check.isPending || isLooking}>
            Check file
          </Button>
          <Text size="sm" c="dimmed">
            The check reads every row without changing any data.
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Saves the choices when they change, and keeps the Columns step in the URL so that Back returns to
 * it. `plan` is `null` while it is incomplete. Returns the error of the last save.
 */
function useAutosave(upload: Upload, plan: ImportPlan | null): Error | null {
  const save = useSaveDraft(upload);
  const [parameters, setParameters] = useSearchParams();
  const isInUrl = parameters.get('step') === 'columns';
  const text = plan === null ? null : sortedJson(plan);
  const saved = useRef(text);
  useEffect(() => {
    if (plan === null || text === saved.current) return;
    saved.current = text;
    save.mutate(plan);
  });
  useEffect(() => {
    if (isInUrl) return;
    setParameters(
      (before) => {
        before.set('step', 'columns');
        return before;
      },
      { replace: true },
    );
  }, [isInUrl, setParameters]);
  return save.error;
}

const isTaken = (value: string): value is Taken => Object.hasOwn(whatIsTaken, value);

const usesOf = (columns: readonly FileColumnUse[]) =>
  Object.fromEntries(
    columns.filter(({ isDouble }) => !isDouble).map(({ header, usedAs }) => [header, usedAs]),
  );
