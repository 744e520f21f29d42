import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ProspectFactField,
  postProspectFact,
  prospectFactLabels,
  prospectFactProblem,
} from '#shared/prospects/changes.ts';
import type { ProspectFact } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { call } from '#web/core/api.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { useSaveFacts } from '../work-data.ts';

interface Properties {
  prospect: ListedProspect;
  fact: ProspectFact;
  onClose: () => void;
}

/** Returns what is wrong with the text of a fact; `undefined` when it can be saved. */
function factProblem({ field }: ProspectFact, text: string): string | undefined {
  if (field === 'name' && text === '') return 'Enter a name.';
  const problem = prospectFactProblem(field, text);
  return problem === undefined ? undefined : `${prospectFactLabels[field]} ${problem}.`;
}

/** Dialog to enter a fact. The user becomes the source of the value. */
export function FactDialog({ prospect, fact, onClose }: Properties) {
  useFocusBack();
  const [text, setText] = useState(fact.value ?? '');
  const value = text.trim();
  const problem = factProblem(fact, value);
  const label = prospectFactLabels[fact.field];
  const save = useSaveFacts<{ field: ProspectFactField; value: string }>(
    prospect,
    (body) => call(postProspectFact, { params: { prospectId: prospect.prospectId }, body }),
    onClose,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${label} of ${prospect.name}`}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={createSubmitHandler(
          () =>
            problem === undefined && !save.isPending && save.mutate({ field: fact.field, value }),
        )}
      >
        <Stack>
          {fact.field === 'onlineBooking' ? (
            <Select
              label={label}
              data={['Yes', 'No']}
              value={text === '' ? null : text}
              onChange={(next) => setText(next ?? '')}
              clearable
              comboboxProps={{ withinPortal: false }}
            />
          ) : (
            <TextInput
              label={label}
              data-autofocus
              maxLength={300}
              value={text}
              error={text === (fact.value ?? '') ? undefined : problem}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <Text size="sm" c="dimmed">
            You will be the source of this value.
            {fact.isEntered && fact.field !== 'name' && ' Clear the field to remove your value.'}
          </Text>
          <SendError error={save.error} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={problem !== undefined}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
