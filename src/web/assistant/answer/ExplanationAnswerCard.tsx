import { Anchor, List, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { TextAnswer } from '#shared/assistant/assistant.ts';
import { CustomerLink } from '#web/institutions/CustomerLink.tsx';
import { WeekLineChart } from '#web/ui/chart/WeekLineChart.tsx';
import classes from '../assistant.module.css';
import { DefinitionLinks } from './DefinitionLinks.tsx';

/** Answer in sentences, with the link to the page that has the same figures. */
export function ExplanationAnswerCard({ explanation }: { explanation: TextAnswer }) {
  const { reading, parts, weeks, metrics, link } = explanation;
  return (
    <Paper p="md" bg="var(--surface)">
      <Stack gap="sm">
        <Title order={3} className={classes.reading}>
          {reading}
        </Title>
        {parts.map(({ title, lines }) => (
          <Stack key={title} gap={4}>
            {title !== null && parts.length > 1 && <Text fw={600}>{title}</Text>}
            {lines.length === 1 ? (
              <Text size="sm">{lines[0]}</Text>
            ) : (
              <List size="sm" spacing={4}>
                {lines.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            )}
          </Stack>
        ))}
        {weeks !== null && weeks.points.length > 0 && (
          <WeekLineChart
            title={reading}
            series={[{ figure: 'value', label: weeks.label }]}
            unit={weeks.unit}
            points={weeks.points.map(({ weekEndDate, institutions, value }) => ({
              weekEndDate,
              institutions,
              values: { value },
            }))}
          />
        )}
        {link !== null && (
          <Text size="sm">
            <PageLink {...link} />
          </Text>
        )}
        <DefinitionLinks metrics={metrics} />
      </Stack>
    </Paper>
  );
}

const PageLink = ({ label, path, institutionId }: NonNullable<TextAnswer['link']>) =>
  institutionId === null ? (
    <Anchor component={Link} to={path} inherit>
      {label}
    </Anchor>
  ) : (
    <CustomerLink institutionId={institutionId} among={[{ institutionId }]}>
      {label}
    </CustomerLink>
  );
