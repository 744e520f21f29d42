import { Radio, Stack } from '@mantine/core';
import { dayInWords } from '#shared/core/words.ts';
import type { CustomerCandidate } from '#shared/prospects/conversion.ts';

/** Customer to use: the id of an existing one, or 'new'. */
export type CustomerChoiceValue = number | 'new';

interface Properties {
  candidates: readonly CustomerCandidate[];
  value: CustomerChoiceValue | undefined;
  onChange: (value: CustomerChoiceValue) => void;
}

/** Choice between the customers that may be the same practice and a new customer. */
export const CandidateChoice = ({ candidates, value, onChange }: Properties) => (
  <Radio.Group
    label="Is this practice already a customer?"
    required
    value={value === undefined ? null : String(value)}
    onChange={(text) => onChange(text === 'new' ? 'new' : Number(text))}
  >
    <Stack gap="xs" mt="xs">
      {candidates.map(({ institutionId, institutionName, address, reasons, leftOn }) => (
        <Radio
          key={institutionId}
          value={String(institutionId)}
          disabled={leftOn !== null}
          label={`Use ${institutionName}`}
          description={[
            address,
            reasons.join(', '),
            ...(leftOn === null ? [] : [`Left on ${dayInWords(leftOn)}`]),
          ]
            .filter((text) => text !== '')
            .join(' · ')}
        />
      ))}
      <Radio
        value="new"
        label="Create a new customer"
        description={
          candidates.every(({ leftOn }) => leftOn !== null)
            ? 'Former customers can’t be linked. This creates a separate customer.'
            : candidates.length === 1
              ? 'The customer above is another practice.'
              : 'The customers above are other practices.'
        }
      />
    </Stack>
  </Radio.Group>
);
