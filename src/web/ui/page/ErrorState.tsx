import { Alert, Button, Stack, Text } from '@mantine/core';
import { errorText } from '../sending/error-text.ts';

interface Properties {
  title: string;
  error: Error;
  onRetry: () => void;
}

export function ErrorState({ title, error, onRetry }: Properties) {
  return (
    <Alert color="red" title={title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      </Stack>
    </Alert>
  );
}
