import { Anchor, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconPin } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Answer, exportAnswerGroups } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { capitalize } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { AnswerActions } from '../actions/AnswerActions.tsx';
import classes from '../assistant.module.css';
import { AnswerGroupsSection } from '../groups/AnswerGroupsSection.tsx';
import { multilineButtonClasses } from '../multiline-button-classes.ts';
import { figureText, numeratorLink, openListText } from '../words.ts';
import { AnswerFilters } from './AnswerFilters.tsx';
import { AnswerRows } from './AnswerRows.tsx';
import { DefinitionLinks } from './DefinitionLinks.tsx';
import { FollowUps } from './FollowUps.tsx';

interface Properties {
  answer: Answer;
  answeredAt: string;
  /** Called with a changed plan and the change in words. */
  onChange: (plan: SentPlan, change: string) => void;
}

/** Answer with its reading, its figures, the link to its rows and how it was counted. */
export function AnswerCard({ answer, answeredAt, onChange }: Properties) {
  const { reading, plan, link, exportLink, total, groups, rows } = answer;
  const numerator = numeratorLink(answer);
  return (
    <Paper p="md" bg="var(--surface)">
      <Stack gap="md">
        <Title order={3} className={classes.reading}>
          {reading}
          {' · '}
          <Anchor component={Link} to={link} inherit td="underline">
            {figureText(answer)}
          </Anchor>
        </Title>
        {groups.length > 0 && <AnswerGroupsSection answer={answer} />}
        {groups.length === 0 && rows.length > 0 && <AnswerRows answer={answer} />}
        <Group gap="xs">
          <Button component={Link} to={link} size="sm" classNames={multilineButtonClasses}>
            {openListText(answer)}
          </Button>
          {numerator !== null && (
            <Button
              component={Link}
              to={numerator.path}
              variant="default"
              size="sm"
              classNames={multilineButtonClasses}
            >
              {numerator.text}
            </Button>
          )}
          {total > 0 && (
            <Button
              component="a"
              download
              href={
                plan.groups.length === 0
                  ? exportLink
                  : buildUrl(exportAnswerGroups.path, {}, { plan: JSON.stringify(plan) })
              }
              variant="default"
              size="sm"
              leftSection={<IconDownload size={15} aria-hidden />}
            >
              Download CSV
            </Button>
          )}
          <Button
            component={Link}
            to={paths.pinAnswer(JSON.stringify(plan))}
            variant="default"
            size="sm"
            leftSection={<IconPin size={15} aria-hidden />}
            data-guide="assistant-pin"
          >
            Pin to a board
          </Button>
        </Group>
        <AnswerActions answer={answer} />
        <AnswerFilters answer={answer} onChange={onChange} />
        <FollowUps followUps={answer.followUps} onChoose={onChange} />
        <Sources answer={answer} answeredAt={answeredAt} />
      </Stack>
    </Paper>
  );
}

/** Notes, definitions and grain of an answer, and the time of its figures. */
function Sources({ answer: { notes, metrics, grain }, answeredAt }: Omit<Properties, 'onChange'>) {
  const formatMoment = useMomentFormatter();
  return (
    <Stack gap={4} data-guide="assistant-sources">
      {notes.length > 0 && (
        <List size="sm">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
      <DefinitionLinks metrics={metrics} />
      <Text size="xs" c="dimmed">
        {capitalize(grain)}. Figures as of {formatMoment(answeredAt)}.
      </Text>
    </Stack>
  );
}
