import { Accordion, Kbd, List, Stack, Table, Text, Title } from '@mantine/core';
import type { GuideFigures } from '#shared/metrics/guide-figures.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricExplanationCard } from '#web/metrics/MetricExplanationCard.tsx';
import { metricNames } from '#web/metrics/metric-names.ts';
import type { GuideBlock, GuideSection, KeyboardShortcut } from '#web/ui/guide/guide.ts';
import { CurrentFigureTable } from './CurrentFigureTable.tsx';

/** Current settings and figures; `undefined` when they failed to load. */
type Today = GuideFigures | undefined;

export function GuideSections({
  sections,
  figures,
}: {
  sections: readonly GuideSection[];
  figures: Today;
}) {
  return (
    <Stack gap="lg">
      {sections.map(({ title, blocks }) => (
        <Stack key={title} gap="xs">
          <Title order={3} size="h5">
            {title}
          </Title>
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id, and their order never changes
            <BlockContent key={index} block={block} figures={figures} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function BlockContent({ block, figures }: { block: GuideBlock; figures: Today }) {
  if (typeof block === 'string') {
    return (
      <Text size="sm" maw="68ch">
        {block}
      </Text>
    );
  }
  if ('list' in block) {
    return (
      <List size="sm" spacing={4} maw="68ch">
        {block.list.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    );
  }
  if ('figures' in block) return <CurrentFigureTable lines={block.figures} today={figures} />;
  return <Definitions metrics={block.metrics} today={figures} />;
}

function Definitions({ metrics, today }: { metrics: readonly MetricKey[]; today: Today }) {
  return (
    <Accordion order={4} variant="contained" radius="md">
      {metrics.map((metric) => (
        <Accordion.Item key={metric} value={metric}>
          <Accordion.Control>
            <Text span size="sm" fw={500}>
              {metricNames[metric]}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <MetricExplanationCard metric={metric} rules={today?.rules} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

export function ShortcutTable({ keys }: { keys: readonly KeyboardShortcut[] }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Keys
      </Title>
      <Table withRowBorders={false} verticalSpacing={4} aria-label="Keys" w="auto">
        <Table.Tbody>
          {keys.map(({ keys: pressed, does }) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" fw={400} pl={0} style={{ whiteSpace: 'nowrap' }}>
                {pressed.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' or '}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Th>
              <Table.Td>
                <Text size="sm">{does}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
