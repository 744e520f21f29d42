import { Alert, Anchor, Button, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords } from '#shared/core/words.ts';
import { prospectFactLabels } from '#shared/prospects/changes.ts';
import { sameFactsText } from '#shared/prospects/duplicates.ts';
import { type ProspectPair, prospectMergeProblem } from '#shared/prospects/merge.ts';
import { type ProspectFact, prospectFactSourceText } from '#shared/prospects/profile.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { type MergedProspect, useMergeProspects } from './data.ts';
import { MergeResult } from './MergeResult.tsx';
import {
  attachedText,
  type MergeChoices,
  pairSides,
  planMerge,
  toMergeContent,
  workFields,
  workLabels,
  workText,
} from './merge-choices.ts';
import { ValueChoice } from './ValueChoice.tsx';

interface Properties {
  pair: ProspectPair;
  onMerged: (remaining: MergedProspect) => void;
  onClose: () => void;
}

const noteOf = (fact: ProspectFact) =>
  fact.value === null ? '' : `${prospectFactSourceText(fact)}, ${dayInWords(fact.checkedOn)}`;

/** Form to choose the prospect that remains, and the values that it takes. */
export function MergeForm({ pair, onMerged, onClose }: Properties) {
  const [choices, setChoices] = useState<MergeChoices>({ facts: {}, work: {} });
  const merge = useMergeProspects(onMerged);
  const plan = planMerge(pair, choices);
  const { kept, merged } = plan;
  const problem = prospectMergeProblem(pair[kept], pair[merged]);
  const shownFacts = plan.facts.filter(
    ({ values }) => values.one.value !== null || values.other.value !== null,
  );
  function send() {
    if (problem !== undefined || merge.isPending) return;
    merge.mutate({
      content: toMergeContent(pair, plan),
      title: `Merged ${pair[merged].name} into ${pair[kept].name}`,
    });
  }
  return (
    <form onSubmit={createSubmitHandler(send)}>
      <Stack>
        {pair.reasons.length > 0 && <Text size="sm">{sameFactsText(pair.reasons)}.</Text>}
        <KeptChoice
          pair={pair}
          kept={kept}
          onChoose={(side) => setChoices({ ...choices, kept: side })}
        />
        {problem !== undefined && <Alert color="yellow">{problem}</Alert>}
        <Title order={3} size="h5">
          Facts
        </Title>
        {shownFacts.map(({ field, values, side }) => (
          <ValueChoice
            key={field}
            label={prospectFactLabels[field]}
            values={{
              one: { text: values.one.value, note: noteOf(values.one) },
              other: { text: values.other.value, note: noteOf(values.other) },
            }}
            chosen={side}
            isFixed={false}
            onChoose={(next) =>
              setChoices({ ...choices, facts: { ...choices.facts, [field]: next } })
            }
          />
        ))}
        <Title order={3} size="h5">
          Work
        </Title>
        {workFields.map((field) => (
          <ValueChoice
            key={field}
            label={workLabels[field]}
            values={{
              one: { text: workText(pair.one, field), note: '' },
              other: { text: workText(pair.other, field), note: '' },
            }}
            chosen={plan.work[field]}
            isFixed={field === 'stage' && plan.isStageFixed}
            onChoose={(next) =>
              setChoices({ ...choices, work: { ...choices.work, [field]: next } })
            }
          />
        ))}
        <MergeResult pair={pair} plan={plan} />
        <SendError error={merge.error} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={merge.isPending} disabled={problem !== undefined}>
            Merge prospects
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface KeptChoiceProperties {
  pair: ProspectPair;
  kept: 'one' | 'other';
  onChoose: (side: 'one' | 'other') => void;
}

const KeptChoice = ({ pair, kept, onChoose }: KeptChoiceProperties) => (
  <Radio.Group
    label="Prospect to keep"
    value={kept}
    onChange={(value) => onChoose(value === 'other' ? 'other' : 'one')}
  >
    <SimpleGrid cols={2} spacing="md" mt={6}>
      {pairSides.map((side) => {
        const { name, addedOn, key } = pair[side];
        const attached = attachedText(pair[side]);
        return (
          <div key={side}>
            <Radio
              value={side}
              label={name}
              styles={{ label: { fontWeight: 600, overflowWrap: 'anywhere' } }}
            />
            <Text size="xs" c="dimmed" mt={4}>
              Added {dayInWords(addedOn)}
              {attached !== '' && `, ${attached}`}.{' '}
              <Anchor
                component={Link}
                to={paths.prospect(key)}
                inherit
                underline="always"
                aria-label={`Open ${name}`}
              >
                Open
              </Anchor>
            </Text>
          </div>
        );
      })}
    </SimpleGrid>
  </Radio.Group>
);
