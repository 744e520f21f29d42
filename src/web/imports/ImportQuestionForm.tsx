import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { numberFormatSchema, numberReadingText } from '#shared/imports/report.ts';
import {
  type ImportPlan,
  type ImportQuestion,
  type MissingColumnQuestion,
  postImportPlan,
  type Upload,
} from '#shared/imports/wizard.ts';
import { call } from '#web/core/api.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { uploadQuery } from './data.ts';
import { useAcceptance } from './use-acceptance.ts';
import { currentPlan } from './use-draft.ts';

interface Answer {
  label: string;
  choice: Partial<ImportPlan>;
}

interface Question {
  title: string;
  answers: readonly Answer[];
  /** Text that explains the effect of an answer. */
  note: string;
}

function inWordsOfMissingColumn(
  { missingColumn, candidates, isRequired }: MissingColumnQuestion,
  uses: ImportPlan['uses'],
): Question {
  const isId = missingColumn === 'institutionId';
  return {
    title: isId ? 'Which column is the customer ID?' : 'Which column is the name?',
    answers: [
      ...candidates.map(({ header, samples }) => ({
        label: `${header}: ${samples.join(', ')}`,
        choice: { uses: { ...uses, [header]: missingColumn } },
      })),
      ...(isRequired ? [] : [{ label: 'Import without IDs', choice: { withoutIds: true } }]),
    ],
    note: isId
      ? 'Without IDs, practices are matched by name and address, and other files can’t refer to them. The file is checked again with your answer.'
      : 'The file is checked again with your answer.',
  };
}

/** Returns a question of the check as text, with its possible answers. */
function inWords(question: ImportQuestion, uses: ImportPlan['uses']): Question {
  if ('missingColumn' in question) return inWordsOfMissingColumn(question, uses);
  if ('repeatedLines' in question)
    return {
      title: `How should repeated rows such as lines ${question.repeatedLines.join(' and ')} be imported?`,
      answers: [
        { label: 'Add the rows up', choice: { repeats: 'add' } },
        { label: 'Use the last row', choice: { repeats: 'replace' } },
      ],
      note: 'The file is checked again with your answer.',
    };
  return {
    title: `How should ${question.value} in ${question.header} be read?`,
    answers: numberFormatSchema.options.map((numbers) => ({
      label: `${question.value} is ${numberReadingText(question, numbers)}`,
      choice: { numbers },
    })),
    note: 'The file is checked again with your answer. Your answer applies to every column whose numbers don’t show the format, and to the next file of this source.',
  };
}

/** Question about an ambiguous part of a file. After an answer, the file is checked again. */
export function ImportQuestionForm({
  upload,
  question,
}: {
  upload: Upload;
  question: ImportQuestion;
}) {
  const client = useQueryClient();
  const [, setAccepted] = useAcceptance();
  const titleId = useId();
  const query = uploadQuery(upload.uploadId);
  const { uploadId, version } = upload;
  const plan = currentPlan(upload);
  const check = useMutation({
    mutationFn: async ({ choice }: Answer) =>
      plan === null
        ? upload
        : call(postImportPlan, { params: { uploadId }, body: { ...plan, ...choice, version } }),
    onSuccess: (changed) => client.setQueryData(query.queryKey, changed),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const { title, answers, note } = inWords(question, plan?.uses ?? {});
  return (
    <Stack gap="xs" align="flex-start" role="group" aria-labelledby={titleId}>
      <Text fw={600} id={titleId}>
        {title}
      </Text>
      <Group gap="xs">
        {answers.map((answer) => (
          <Button
            key={answer.label}
            variant="default"
            loading={check.isPending && check.variables.label === answer.label}
            disabled={check.isPending}
            onClick={() => {
              setAccepted(false);
              check.mutate(answer);
            }}
          >
            {answer.label}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
      {check.error !== null && (
        <Text size="sm" c="red" role="alert">
          {errorText(check.error)}
        </Text>
      )}
    </Stack>
  );
}
