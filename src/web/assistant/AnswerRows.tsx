import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { type Answer, answerLimits } from '#shared/assistant/assistant.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { healthTiers } from '#shared/core/tiers.ts';
import { numberText } from '#shared/core/words.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import classes from './assistant.module.css';

/** Number of rows that are shown before the user asks for all rows of the answer. */
const firstRows = 10;
/** Average width of a column in pixels. */
const columnWidth = 98;

/** First rows of the list behind an answer. A row of a customer opens the customer. */
export function AnswerRows({
  answer: { reading, columns, rows, total, listName },
}: {
  answer: Answer;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const openInstitution = useInstitutionModal();
  const isShortened = rows.length > firstRows + 2;
  const visible = isShortened && !showsAll ? rows.slice(0, firstRows) : rows;
  const listed = visible.flatMap(({ institutionId }) =>
    institutionId === null ? [] : { institutionId },
  );
  function open(event: MouseEvent, institutionId: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openInstitution(institutionId, listed);
  }
  return (
    <div>
      <WideTable label={reading} minWidth={columns.length * columnWidth}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label, isNumber }) => (
              <Table.Th key={key} scope="col" ta={isNumber ? 'right' : 'left'}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {visible.map(({ institutionId, texts }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state and never change their order
            <Table.Tr key={at}>
              {columns.map(({ key, isNumber }, index) => {
                const text = texts[index] ?? '–';
                const tier =
                  key === 'healthTier' ? healthTiers.find((each) => each === text) : undefined;
                return index === 0 ? (
                  <Table.Th key={key} scope="row" className={classes.rowName}>
                    {institutionId === null ? (
                      text
                    ) : (
                      <Anchor
                        component={Link}
                        to={paths.institutionOverview(institutionId)}
                        inherit
                        onClick={(event) => open(event, institutionId)}
                      >
                        {text}
                      </Anchor>
                    )}
                  </Table.Th>
                ) : (
                  <Table.Td key={key} ta={isNumber ? 'right' : 'left'}>
                    {tier === undefined ? text : <TierMark tier={tier} />}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Group gap="sm" mt={4}>
        {isShortened && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show the first ${firstRows}` : `Show ${numberText(rows.length)} rows`}
          </Button>
        )}
        {total > rows.length && rows.length === answerLimits.rows && (
          <Text size="xs" c="dimmed">
            An answer has at most {answerLimits.rows} rows. The list has all {numberText(total)}{' '}
            {listName}.
          </Text>
        )}
      </Group>
    </div>
  );
}
