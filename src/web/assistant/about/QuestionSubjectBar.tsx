import { Button, CloseButton, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { CustomerLink } from '#web/institutions/CustomerLink.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';
import classes from '../assistant.module.css';
import { planQuery } from '../data.ts';
import { figureText } from '../words.ts';
import { createCustomerPlan, type QuestionSubject } from './use-question-subject.ts';

interface Properties {
  about: Pick<QuestionSubject, 'plan' | 'customer'>;
  onRemove: () => void;
  onAsk: (question: string) => void;
  /** Called with a plan and the change in words. */
  onChange: (plan: SentPlan, change: string) => void;
}

/** Subject of the next question, which can be removed, with questions about it. */
export function QuestionSubjectBar({ about, onRemove, onAsk, onChange }: Properties) {
  const { plan, customer } = about;
  if (plan !== null) return <AboutList plan={plan} onRemove={onRemove} onChange={onChange} />;
  if (customer !== null)
    return (
      <Subject text={customer} name={<CustomerName name={customer} />} onRemove={onRemove}>
        {customerQuestions(customer).map(({ label, question }) => (
          <Suggestion key={label} text={label} onClick={() => onAsk(question)} />
        ))}
      </Subject>
    );
  return null;
}

/** Name of a customer as a link; plain text unless exactly one customer has the name. */
function CustomerName({ name }: { name: string }) {
  const { data } = useQuery(planQuery(createCustomerPlan(name)));
  const rows = data?.kind === 'answer' ? data.rows : [];
  const institutionId = rows.length === 1 ? rows[0]?.institutionId : null;
  return institutionId == null ? (
    name
  ) : (
    <CustomerLink institutionId={institutionId} among={[{ institutionId }]}>
      {name}
    </CustomerLink>
  );
}

function customerQuestions(name: string): { label: string; question: string }[] {
  return [
    { label: 'How is it doing?', question: `How is ${name} doing?` },
    { label: 'What would raise its score?', question: `What would raise the score of ${name}?` },
    { label: 'Is its usage normal?', question: `Is the usage of ${name} normal?` },
    { label: 'Which tickets are open?', question: `Which tickets of ${name} are open?` },
    { label: 'When is its renewal?', question: `When is the renewal of ${name}?` },
  ];
}

function AboutList({
  plan,
  onRemove,
  onChange,
}: {
  plan: SentPlan;
  onRemove: () => void;
  onChange: Properties['onChange'];
}) {
  const { data: outcome, error, refetch } = useQuery(planQuery(plan));
  if (outcome?.kind === 'answer')
    return (
      <Subject text={`${outcome.reading} · ${figureText(outcome)}`} onRemove={onRemove}>
        {outcome.followUps.map(({ text, plan: next }) => (
          <Suggestion key={text} text={text} onClick={() => onChange(next, text)} />
        ))}
      </Subject>
    );
  if (outcome?.kind === 'refuse')
    return (
      <Subject text="this list" onRemove={onRemove}>
        <Text size="sm" role="alert">
          {outcome.reason}
        </Text>
      </Subject>
    );
  return error === null ? (
    <LoadingSkeleton label="Loading the list" gap="xs">
      <Skeleton h={28} w={220} radius="xl" mb="xs" />
    </LoadingSkeleton>
  ) : (
    <Subject text="this list" onRemove={onRemove}>
      <ErrorState title="Couldn’t load the list" error={error} onRetry={() => void refetch()} />
    </Subject>
  );
}

function Subject({
  text,
  name = text,
  onRemove,
  children,
}: {
  text: string;
  /** `text` as a link; plain `text` by default. */
  name?: ReactNode;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <Group gap={6} mb="xs" role="group" aria-label={`About: ${text}`} data-guide="assistant-about">
      <span className={classes.subject}>
        <span>About: {name}</span>
        <CloseButton size="sm" aria-label={`About: ${text}. Remove`} onClick={onRemove} />
      </span>
      {children}
    </Group>
  );
}

const Suggestion = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <Button size="compact-sm" variant="default" flex="none" onClick={onClick}>
    {text}
  </Button>
);
