import { Anchor, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#shared/assistant/assistant.ts';
import { CustomerLink } from '#web/institutions/CustomerLink.tsx';
import { ColumnTextOrTierMark } from '#web/ui/tier/ColumnTextOrTierMark.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import classes from '../assistant.module.css';

/** Average width of a column in pixels. */
const columnWidth = 98;

/** Table of an answer's rows. A customer is a link, and so is any other value that has a page. */
export function RowTable({ reading, columns, rows }: Pick<Answer, 'reading' | 'columns' | 'rows'>) {
  const listed = rows.flatMap(({ institutionId }) =>
    institutionId === null ? [] : { institutionId },
  );
  return (
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
        {rows.map(({ institutionId, texts, paths }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state and never change their order
          <Table.Tr key={at}>
            {columns.map(({ key, isNumber }, index) => {
              const text = texts[index] ?? '–';
              return index === 0 ? (
                <Table.Th key={key} scope="row" className={classes.rowName}>
                  {institutionId === null ? (
                    <PathLink path={paths[index]}>{text}</PathLink>
                  ) : (
                    <CustomerLink institutionId={institutionId} among={listed}>
                      {text}
                    </CustomerLink>
                  )}
                </Table.Th>
              ) : (
                <Table.Td
                  key={key}
                  ta={isNumber ? 'right' : 'left'}
                  className={isNumber ? classes.number : undefined}
                >
                  <PathLink path={paths[index]}>
                    <ColumnTextOrTierMark column={key} text={text} />
                  </PathLink>
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** Content of a cell, as a link when its value has a page. */
const PathLink = ({ path, children }: { path: string | null | undefined; children: ReactNode }) =>
  path == null ? (
    children
  ) : (
    <Anchor component={Link} to={path} inherit>
      {children}
    </Anchor>
  );
