import { Accordion, Button, Group, Stack, Text } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { useState } from 'react';
import type { GuideFeature } from '#web/ui/guide/guide.ts';
import classes from './FeatureList.module.css';
import { findVisibleControl } from './highlight.ts';

interface Properties {
  features: readonly GuideFeature[];
  onShow: (control: string) => void;
}

/** Accordion of a page's features. */
export function FeatureList({ features, onShow }: Properties) {
  return (
    <Accordion
      order={3}
      variant="separated"
      radius="md"
      className={classes.features}
      defaultValue="0"
    >
      {/* The value becomes part of an id, which must not contain spaces. */}
      {features.map((feature, index) => (
        <Accordion.Item key={feature.title} value={String(index)}>
          <Accordion.Control>
            <Text span inherit fw={600}>
              {feature.title}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm" align="flex-start">
              <Text size="sm" maw="65ch">
                {feature.text}
              </Text>
              {feature.control !== undefined && (
                <ShowMe control={feature.control} title={feature.title} onShow={onShow} />
              )}
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function ShowMe({
  control,
  title,
  onShow,
}: {
  control: string;
  title: string;
  onShow: Properties['onShow'];
}) {
  const [missing, setMissing] = useState(false);
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="light"
        leftSection={<IconPointer size={14} aria-hidden />}
        aria-label={`Show me: ${title}`}
        onClick={() => (findVisibleControl(control) ? onShow(control) : setMissing(true))}
      >
        Show me
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {missing && 'This control is not on the page at the moment.'}
      </Text>
    </Group>
  );
}
