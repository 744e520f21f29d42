import { Alert, Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/core/pages/paths.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonRows } from '#web/ui/page/LoadingSkeleton.tsx';
import { insightLinksQuery } from '../data.ts';
import { CreateLinkForm } from './CreateLinkForm.tsx';
import { InsightsUrlFields } from './InsightsUrlFields.tsx';
import { LinkTable } from './LinkTable.tsx';

interface Properties {
  institutionId: number;
  institutionName: string;
  onClose: () => void;
}

/** Dialog with the links that open a practice's insights, and a form that creates one. */
export function InsightLinksDialog({ institutionId, institutionName, onClose }: Properties) {
  const { data, error, refetch } = useQuery(insightLinksQuery(institutionId));
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Share insights with ${institutionName}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          The practice sees its activity in the last four weeks, a comparison with similar practices
          and one thing to try. It doesn’t see its score, risk, tickets or notes.{' '}
          <Anchor
            href={paths.customerInsights(institutionId)}
            target="_blank"
            inherit
            td="underline"
          >
            Open the page
          </Anchor>
        </Text>
        {data === undefined && error === null && (
          <LoadingSkeleton label="Loading links">
            <SkeletonRows rows={3} />
          </LoadingSkeleton>
        )}
        {error !== null && (
          <ErrorState title="Couldn’t load links" error={error} onRetry={() => void refetch()} />
        )}
        {data?.access === 'open' && (
          <>
            <Alert variant="default" title="No link needed">
              Anyone with the address can read this practice’s page. An admin can change this under
              Administration, Settings.
            </Alert>
            <InsightsUrlFields institutionId={institutionId} />
          </>
        )}
        {data?.access === 'signed' && <CreateLinkForm institutionId={institutionId} />}
        {data !== undefined && data.rows.length > 0 && (
          <LinkTable institutionId={institutionId} rows={data.rows} />
        )}
      </Stack>
    </Modal>
  );
}
