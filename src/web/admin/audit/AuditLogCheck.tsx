import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAuditLogCheck } from '#shared/admin/audit.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText } from '#shared/core/words.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { errorText } from '#web/ui/sending/error-text.ts';

/** Button that checks the audit log for changed, added and deleted entries. */
export function AuditLogCheck() {
  const momentText = useMomentFormatter();
  const chain = useQuery({ ...endpointQuery(getAuditLogCheck), enabled: false, staleTime: 0 });
  const isBad =
    chain.error !== null ||
    (chain.data !== undefined && (chain.data.broken !== null || chain.data.problems.length > 0));
  return (
    <>
      <Button variant="default" loading={chain.isFetching} onClick={() => void chain.refetch()}>
        Check all entries
      </Button>
      <Text
        size="sm"
        role="status"
        flex="1 1 20rem"
        style={{ overflowWrap: 'anywhere' }}
        {...(isBad && { c: 'red' })}
      >
        {chain.error !== null
          ? errorText(chain.error)
          : chain.data !== undefined && verdict(chain.data, momentText)}
      </Text>
    </>
  );
}

const verdict = (
  { entries, hash, broken, problems, notes }: ResponseOf<typeof getAuditLogCheck>,
  momentText: (at: string) => string,
): string =>
  [
    ...(broken === null
      ? []
      : [
          `Entry ${broken.position} of ${momentText(broken.at)} doesn’t match the previous entry. The log was changed.`,
        ]),
    ...problems,
    ...(broken === null && problems.length === 0
      ? [
          `${countText(entries, 'entry', 'entries')} checked, none changed.${hash === null ? '' : ` The newest entry has the checksum ${hash}.`}`,
        ]
      : []),
    ...notes,
  ].join(' ');
