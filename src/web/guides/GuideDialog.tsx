import { Badge, Modal, Skeleton, Stack, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { defaultHealthRules } from '#shared/health.ts';
import { schedules } from '#shared/schedules.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { guides } from './content/guides.ts';
import { guideFiguresQuery } from './data.ts';
import { FeatureList } from './FeatureList.tsx';
import classes from './GuideDialog.module.css';
import { GuideSections, KeyTable } from './GuideSections.tsx';
import { showControl } from './highlight.ts';
import { type GuideKey, guideNames } from './keys.ts';
import { markSeen } from './seen.ts';
import { zoneName } from './times.ts';

interface Properties {
  guide: GuideKey;
  onClose: () => void;
}

/** What a page can do, how it works, and how its scores come about. */
export function GuideDialog({ guide, onClose }: Properties) {
  const figures = useQuery(guideFiguresQuery);
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const wanted = useRef<string | null>(null);
  useEffect(() => markSeen(guide), [guide]);
  useEffect(
    () => () => {
      const control = wanted.current;
      // One frame later the dialog has given back the focus and the scrolling.
      if (control !== null) requestAnimationFrame(() => showControl(control));
    },
    [],
  );
  function show(control: string) {
    wanted.current = control;
    onClose();
  }
  const content = guides[guide]({
    rules: figures.data?.rules ?? defaultHealthRules,
    schedules,
    zone: zoneName(figures.data?.businessTimeZone ?? 'America/Los_Angeles', new Date()),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      fullScreen={narrow}
      radius={narrow ? 0 : 'lg'}
      classNames={{ content: classes.content ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close the guide' }}
      title={
        <div className={classes.title}>
          <Text span inherit fw={650} size="lg">
            {guideNames[guide]} Guide
          </Text>
          <Badge variant="light" color="gray" c="inherit" tt="none" fw={500}>
            AI Generated Guide
          </Badge>
        </div>
      }
    >
      {figures.isPending ? (
        <Stack gap="sm">
          <VisuallyHidden role="status">Loading the guide</VisuallyHidden>
          <Skeleton h={40} />
          {[1, 2, 3, 4].map((section) => (
            <Skeleton key={section} h={56} />
          ))}
        </Stack>
      ) : (
        <Stack gap="md">
          {figures.error && (
            <ErrorState
              title="Today's settings and figures could not be read; thresholds below are the usual ones"
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
                <KeyTable keys={content.keys} />
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="scoring" pt="md">
              <GuideSections sections={content.healthScoring} figures={figures.data} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Modal>
  );
}
