import { Checkbox, Stack, Text } from '@mantine/core';
import type { ChecklistEntry } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { useChangeProspects } from './work-data.ts';

interface Properties {
  prospect: ListedProspect;
  checklist: readonly ChecklistEntry[];
}

/** Exit criteria of the prospect’s stage, which users tick as they are met. */
export function Checklist({ prospect, checklist }: Properties) {
  const dayText = useMomentDayFormatter();
  const { mutate, isPending, variables } = useChangeProspects();
  if (checklist.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The stage {prospect.stage} has no exit checklist.
      </Text>
    );
  const isSending = (id: string) =>
    isPending && variables.change.action === 'setCriterion' && variables.change.criterionId === id;
  return (
    <Stack gap="xs">
      {checklist.map(({ criterionId, text, met }) => (
        <Checkbox
          key={criterionId}
          label={text}
          description={met === null ? undefined : `${met.by}, ${dayText(met.at)}`}
          // The tick shows at once; a refused change brings the current ticks.
          checked={isSending(criterionId) ? met === null : met !== null}
          disabled={isPending && !isSending(criterionId)}
          onChange={(event) => {
            if (isPending) return;
            const isMet = event.currentTarget.checked;
            mutate({
              rows: [prospect],
              change: { action: 'setCriterion', criterionId, isMet },
            });
          }}
        />
      ))}
    </Stack>
  );
}
