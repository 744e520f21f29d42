import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prepSheetTitles } from '#shared/prep-sheet/prep-sheet.ts';
import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { createSchemeVariables } from '#web/ui/theme.ts';
import { CompanyFooter } from './CompanyFooter.tsx';
import { prepSheetQuery } from './data.ts';
import { PrepSheetHeader } from './PrepSheetHeader.tsx';
import classes from './prep-sheet.module.css';
import { SheetBody } from './SheetBody.tsx';

interface Properties {
  institutionId: number;
  detail: LoadedInstitutionDetail;
}

/**
 * Printable page for a call. On the screen it looks as on paper, also in the dark color scheme.
 */
export function PrepSheet({ institutionId, detail }: Properties) {
  const sheet = useQuery(prepSheetQuery(institutionId));
  return (
    <main className={classes.page}>
      <Group className={classes.toolbar} justify="space-between" mb="md">
        <Button
          component={Link}
          to={paths.institutionOverview(institutionId)}
          size="xs"
          variant="subtle"
          leftSection={<IconArrowLeft size={14} />}
        >
          Back to customer
        </Button>
        <Group gap="xs">
          <PageTitle size="h3">{prepSheetTitles[sheet.data?.purpose ?? 'call']}</PageTitle>
          <Button
            size="xs"
            leftSection={<IconPrinter size={14} />}
            disabled={!sheet.isSuccess}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </Group>
      </Group>
      {sheet.isPending && <Skeleton h={640} />}
      {sheet.isError && (
        <ErrorState
          title="Couldn’t load the prep sheet"
          error={sheet.error}
          onRetry={() => void sheet.refetch()}
        />
      )}
      {sheet.data !== undefined && (
        <article
          className={classes.sheet}
          style={createSchemeVariables('light') as CSSProperties}
          aria-label={`${prepSheetTitles[sheet.data.purpose]} for ${detail.name}`}
        >
          <VisuallyHidden>Made for a call with {detail.name}</VisuallyHidden>
          <PrepSheetHeader institutionId={institutionId} detail={detail} sheet={sheet.data} />
          <SheetBody detail={detail} sheet={sheet.data} />
          <CompanyFooter />
        </article>
      )}
    </main>
  );
}
