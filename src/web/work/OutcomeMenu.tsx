import { Alert, Button, Popover, Radio, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { longestOutcomeNote, outcomeWords, postRiskOutcome, type RiskOutcomeKind, riskOutcomes } from '#shared/work/cases.ts';
import { call } from '#web/core/api.ts';
import { sayError } from '#web/ui/say-error.ts';
import { submitting, useOnceId } from '#web/ui/sending.ts';
import { useWork } from './data.ts';
import type { RiskMenuProperties } from './menu-properties.ts';

interface Properties extends Pick<RiskMenuProperties, 'onDone'> {
  institutionId: number;
}

/** Says what was found of an at-risk customer. */
export function OutcomeMenu({ institutionId, onDone }: Properties) {
  const [opened, { close, toggle }] = useDisclosure(false);
  return (
    <Popover opened={opened} onDismiss={close} width={340} position="bottom-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconClipboardCheck size={14} />} onClick={toggle}>
          Outcome
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Outcome">
        <OutcomeForm
          institutionId={institutionId}
          onDone={() => {
            close();
            onDone?.([institutionId]);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The choice and the note by themselves, for one customer at a time. */
function OutcomeForm({ institutionId, onDone }: { institutionId: number; onDone: () => void }) {
  const [outcome, setOutcome] = useState<RiskOutcomeKind>();
  const [note, setNote] = useState('');
  const record = useOutcome(institutionId);
  const send = () => {
    if (outcome === undefined || record.isPending) return;
    record.mutate({ outcome, note }, { onSuccess: onDone });
  };
  return (
    <Stack gap="sm" component="form" onSubmit={submitting(send)}>
      <Radio.Group
        label="What did you find?"
        value={outcome ?? null}
        onChange={(value) => setOutcome(riskOutcomes.find((each) => each === value))}
      >
        <Stack gap={6} mt={6}>
          {riskOutcomes.map((each) => (
            <Radio key={each} value={each} label={outcomeWords[each].name} description={outcomeWords[each].meaning} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestOutcomeNote}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {record.error && <Alert color="red">{sayError(record.error)}</Alert>}
      <Button type="submit" size="xs" loading={record.isPending} disabled={outcome === undefined}>
        Record outcome
      </Button>
    </Stack>
  );
}

/** Records an outcome once, however often it is tried; also for keys that record without a form. */
export function useOutcome(institutionId: number) {
  const once = useOnceId();
  return useWork(
    async ({ outcome, note }: { outcome: RiskOutcomeKind; note: string }) => {
      const content = { outcome, note: note.trim() };
      const body = { outcomeId: once.idFor([institutionId, content]), ...content };
      const recorded = await call(postRiskOutcome, { params: { id: institutionId }, body });
      once.done();
      notifications.show({ title: 'Outcome recorded', message: outcomeWords[outcome].name });
      return recorded;
    },
    () => [institutionId],
  );
}
