import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';

const InsightLinks = lazy(async () => ({
  default: (await import('./InsightLinksDialog.tsx')).InsightLinksDialog,
}));

/** Button that opens the dialog with a practice's insight links. */
export function ShareInsightsButton({
  institutionId,
  institutionName,
}: {
  institutionId: number;
  institutionName: string;
}) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare2 size={14} aria-hidden />}
        onClick={dialog.open}
        data-guide="share-insights"
      >
        Share insights
      </Button>
      {isOpen && (
        <Suspense>
          <InsightLinks
            institutionId={institutionId}
            institutionName={institutionName}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  );
}
