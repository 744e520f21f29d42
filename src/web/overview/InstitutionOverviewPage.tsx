import { Container, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { idInUrlSchema } from '#shared/core/endpoint.ts';
import { ApiError } from '#web/core/api.ts';
import { useInstitutionDetail } from '#web/health/institution-detail.ts';
import { CustomerOverview } from './CustomerOverview.tsx';
import { CustomerOverviewSkeleton } from './CustomerOverviewSkeleton.tsx';
import { DetailLoader } from './DetailLoader.tsx';
import { InstitutionNotFound } from './InstitutionNotFound.tsx';
import { LazyPrepSheet, prepSheetPrintValue } from './parts.tsx';

export function InstitutionOverviewPage() {
  const { id: text = '' } = useParams();
  const id = idInUrlSchema.safeParse(text);
  if (!id.success) {
    return (
      <Frame>
        <InstitutionNotFound id={text} />
      </Frame>
    );
  }
  return <KnownInstitution key={id.data} institutionId={id.data} />;
}

function KnownInstitution({ institutionId }: { institutionId: number }) {
  const detail = useInstitutionDetail(institutionId);
  const [parameters] = useSearchParams();
  if (detail.state === 'loading') return <CustomerOverviewSkeleton />;
  if (detail.state !== 'loaded') {
    const isUnknown =
      detail.state === 'failed' && detail.error instanceof ApiError && detail.error.status === 404;
    return (
      <Frame>
        {isUnknown ? (
          <InstitutionNotFound id={String(institutionId)} onRetry={detail.retry} />
        ) : (
          <DetailLoader detail={detail}>{() => null}</DetailLoader>
        )}
      </Frame>
    );
  }
  if (parameters.get('print') === prepSheetPrintValue)
    return <LazyPrepSheet institutionId={institutionId} detail={detail} />;
  return <CustomerOverview institutionId={institutionId} detail={detail} />;
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container component="main" size="lg" py="lg">
      <Paper p={{ base: 'md', sm: 'xl' }} radius="lg" bg="var(--surface)">
        {children}
      </Paper>
    </Container>
  );
}
