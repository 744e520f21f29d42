import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { summarizeSignalBackTest } from '#shared/churn/losses/back-test-rules.ts';
import { getSignalBackTest } from '#shared/churn/losses/review.ts';
import type { Signal } from '#shared/churn/patterns/signals.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';

/** Shows how often customers with the signal gave notice in the past. */
export function SignalBackTestResult({ signal, without }: { signal: Signal; without: number }) {
  const [{ feature, comparison, value }] = useDebouncedValue(signal, 300);
  const { data, error } = useQuery(
    endpointQuery(getSignalBackTest, { query: { feature, comparison, value, without } }),
  );
  if (error !== null) return <SendError error={error} />;
  return (
    <Alert
      variant="light"
      color="gray"
      title={
        data === undefined ? 'Testing the signal on past customers…' : summarizeSignalBackTest(data)
      }
      role="status"
    >
      {data !== undefined && data.all > 0 && (
        <Text size="sm">
          Notices within 60 days of this signal:{' '}
          {proportionText({ hits: data.left, of: data.came })}. All customers:{' '}
          {proportionText({ hits: data.allLeft, of: data.all })}. <MetricInfo metric="backTest" />
        </Text>
      )}
    </Alert>
  );
}
