import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getBackTest } from '#shared/churn/losses/retro.ts';
import { backTestVerdict } from '#shared/churn/losses/retro-rules.ts';
import type { Signal } from '#shared/churn/patterns/signals.ts';
import { partText } from '#shared/churn/quality/share.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';

/** How the signal would have done on past customers. */
export function BackTestResult({ signal, without }: { signal: Signal; without: number }) {
  const [{ feature, comparison, value }] = useDebouncedValue(signal, 300);
  const { data, error } = useQuery(endpointQuery(getBackTest, { query: { feature, comparison, value, without } }));
  if (error !== null) return <SendError error={error} />;
  return (
    <Alert variant="light" color="gray" title={data === undefined ? 'Trying it on past customers…' : backTestVerdict(data)} role="status">
      {data !== undefined && data.all > 0 && (
        <Text size="sm">
          How often a notice followed within 60 days of it: {partText({ hits: data.left, of: data.came })}. Among all customers:{' '}
          {partText({ hits: data.allLeft, of: data.all })}. <MetricInfo metric="backTest" />
        </Text>
      )}
    </Alert>
  );
}
