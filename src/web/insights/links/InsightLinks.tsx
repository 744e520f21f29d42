import { Alert, Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/core/pages/paths.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { Waiting, WaitingRows } from '#web/ui/page/Waiting.tsx';
import { insightLinksQuery } from '../data.ts';
import { Addresses } from './Addresses.tsx';
import { LinkTable } from './LinkTable.tsx';
import { MakeLink } from './MakeLink.tsx';

interface Properties {
  institutionId: number;
  institutionName: string;
  onClose: () => void;
}

/** The pages that a practice reads of itself, and the links that open them. */
export function InsightLinks({ institutionId, institutionName, onClose }: Properties) {
  const { data, error, refetch } = useQuery(insightLinksQuery(institutionId));
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={`Share insights with ${institutionName}`} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">
          A page for the practice: what it did in four weeks, how similar practices do, and one thing to try. It shows no score, risk,
          ticket or note.{' '}
          <Anchor href={paths.customerInsights(institutionId)} target="_blank" inherit td="underline">
            See the page
          </Anchor>
        </Text>
        {data === undefined && error === null && (
          <Waiting label="Loading the links">
            <WaitingRows rows={3} />
          </Waiting>
        )}
        {error !== null && <ErrorState title="The links could not be loaded" error={error} onRetry={() => void refetch()} />}
        {data?.access === 'open' && (
          <>
            <Alert variant="default" title="These pages are open">
              Anybody who has an address can read it. An administrator can change that under Administration, Settings.
            </Alert>
            <Addresses institutionId={institutionId} />
          </>
        )}
        {data?.access === 'signed' && <MakeLink institutionId={institutionId} />}
        {data !== undefined && data.rows.length > 0 && <LinkTable institutionId={institutionId} rows={data.rows} />}
      </Stack>
    </Modal>
  );
}
