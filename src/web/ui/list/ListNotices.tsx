import { Alert, Button, Group, Text } from '@mantine/core';
import { ageText } from '#shared/core/dates.ts';
import { errorText } from '../sending/error-text.ts';

/** Notice that the rows could not be loaded again, with their age. */
export function OutdatedRowsNotice({
  noun,
  loadedAt,
  error,
  isRetrying,
  onRetry,
}: {
  /** Plural of the rows' noun. */
  noun: string;
  /** Time at which the rows were loaded, in milliseconds since 1970. */
  loadedAt: number;
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Alert
      variant="default"
      role="alert"
      title={`These ${noun} are out of date: loaded ${ageText(Date.now() - loadedAt)}`}
    >
      <Group gap="sm">
        <Text size="sm">{errorText(error)}</Text>
        <Button size="compact-xs" variant="default" loading={isRetrying} onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}

/** Parts of the URL or of the saved view that the list cannot show. */
export function ViewProblemsNotice({ problems }: { problems: readonly string[] }) {
  return (
    <Alert variant="default" role="status" title="Some of this view couldn’t be shown">
      {problems.map((problem) => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
    </Alert>
  );
}
