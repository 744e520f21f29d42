import { Badge, Modal, Skeleton, Stack, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { schedulesNamedInGuides } from '#shared/core/jobs/schedules.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { markDone } from '#web/core/stored.ts';
import { guideFiguresQuery } from '#web/metrics/data.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import type { PageGuideEntry } from '#web/ui/guide/guide.ts';
import { formatTimeZoneAbbreviation } from '#web/ui/guide/times.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { FeatureList } from './FeatureList.tsx';
import classes from './GuideDialog.module.css';
import { GuideSections, ShortcutTable } from './GuideSections.tsx';
import { highlightControl } from './highlight.ts';

interface Properties {
  guide: PageGuideEntry;
  onClose: () => void;
}

/** Guide dialog with tabs for features, explanations and scoring. */
export function GuideDialog({ guide, onClose }: Properties) {
  useFocusBack();
  const figures = useQuery(guideFiguresQuery);
  const make = useQuery({
    queryKey: ['guide', guide.key],
    queryFn: guide.load,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const requestedControl = useRef<string | null>(null);
  useEffect(() => markDone(`guide-seen:${guide.key}`), [guide.key]);
  useEffect(
    () => () => {
      const control = requestedControl.current;
      // Waits one frame, until the dialog has restored focus and scrolling.
      if (control !== null) requestAnimationFrame(() => highlightControl(control));
    },
    [],
  );
  function show(control: string) {
    requestedControl.current = control;
    onClose();
  }
  const content = make.data?.({
    rules: figures.data?.rules ?? defaultHealthRules,
    schedules: schedulesNamedInGuides,
    zone: formatTimeZoneAbbreviation(
      figures.data?.businessTimeZone ?? 'America/Los_Angeles',
      new Date(),
    ),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      fullScreen={narrow}
      radius={narrow ? 0 : 'lg'}
      classNames={{ content: classes.content ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close guide' }}
      title={
        <div className={classes.title}>
          <Text span inherit fw={650} size="lg">
            {guide.name} Guide
          </Text>
          <Badge variant="light" color="gray" c="inherit" tt="none" fw={500}>
            AI Generated Guide
          </Badge>
        </div>
      }
    >
      {make.error && (
        <ErrorState
          title="Couldn’t load the guide"
          error={make.error}
          onRetry={() => void make.refetch()}
        />
      )}
      {figures.isPending || make.isPending ? (
        <Stack gap="sm">
          <VisuallyHidden role="status">Loading guide</VisuallyHidden>
          <Skeleton h={40} />
          {[1, 2, 3, 4].map((section) => (
            <Skeleton key={section} h={56} />
          ))}
        </Stack>
      ) : (
        content && (
          <Stack gap="md">
            {figures.error && (
              <ErrorState
                title="Couldn’t load current settings and figures. Showing default thresholds."
                error={figures.error}
                onRetry={() => void figures.refetch()}
              />
            )}
            <Tabs defaultValue="features">
              <Tabs.List grow className={classes.tabs}>
                <Tabs.Tab value="features" data-autofocus>
                  Features
                </Tabs.Tab>
                <Tabs.Tab value="how">How It Works</Tabs.Tab>
                <Tabs.Tab value="scoring">Health Scoring</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="features" pt="md">
                <FeatureList features={content.features} onShow={show} />
              </Tabs.Panel>
              <Tabs.Panel value="how" pt="md">
                <Stack gap="lg">
                  <GuideSections sections={content.howItWorks} figures={figures.data} />
                  <ShortcutTable keys={content.keys} />
                </Stack>
              </Tabs.Panel>
              <Tabs.Panel value="scoring" pt="md">
                <GuideSections sections={content.healthScoring} figures={figures.data} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )
      )}
    </Modal>
  );
}
