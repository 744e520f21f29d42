import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postUploadPlan, type Upload } from '#shared/admin/imports/wizard.ts';
import { type NumberFormat, type NumberQuestion, numberFormatSchema, readingInWords } from '#shared/imports/report.ts';
import { call } from '#web/core/api.ts';
import { sayError } from '#web/ui/sending/say-error.ts';
import { uploadQuery } from './data.ts';

/** Asks for the meaning of an ambiguous number, and checks the file again with the answer. */
export function NumberFormatChoice({ upload, question }: { upload: Upload; question: NumberQuestion }) {
  const client = useQueryClient();
  const query = uploadQuery(upload.uploadId);
  const { uploadId, plan, version } = upload;
  const check = useMutation({
    mutationFn: async (numbers: NumberFormat) =>
      plan === null ? upload : call(postUploadPlan, { params: { uploadId }, body: { ...plan, numbers, version } }),
    onSuccess: (changed) => client.setQueryData(query.queryKey, changed),
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>
        Which number is {question.value} in {question.header}?
      </Text>
      <Group gap="xs">
        {numberFormatSchema.options.map((numbers) => (
          <Button
            key={numbers}
            variant="default"
            loading={check.isPending && check.variables === numbers}
            disabled={check.isPending}
            onClick={() => check.mutate(numbers)}
          >
            {question.value} is {readingInWords(question, numbers)}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        The file is checked again with your answer. It holds for all columns that do not tell by themselves, and for the next file of this
        source.
      </Text>
      {check.error !== null && (
        <Text size="sm" c="red" role="alert">
          {sayError(check.error)}
        </Text>
      )}
    </Stack>
  );
}
