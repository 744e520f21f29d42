import type { Queries } from '#server/core/db/database.ts';
import { productKeys, products } from '#shared/core/products.ts';
import type { ImportReport } from '#shared/imports/report.ts';
import {
  type ColumnValues,
  suggestValue,
  type UploadValues,
  type ValueChoice,
} from '#shared/imports/values.ts';
import { matchOwner } from '../merging/owner-rules.ts';
import { commonPracticeTypes } from '../reading/cells/practice-types.ts';
import { stateNames } from '../reading/cells/states.ts';
import { listPossibleColumnUses } from '../reading/header/uses.ts';
import { findActiveUsers, findKnownEhrNames, findKnownPracticeTypes } from './values-queries.ts';

/** Returns the values of a check that may need a mapping, each with the possible values. */
export async function listValuesToMap(
  queries: Queries,
  report: ImportReport | null,
): Promise<UploadValues['columns']> {
  const titles = new Map(
    report === null
      ? []
      : listPossibleColumnUses(report.kind).map(({ key, title }) => [key, title]),
  );
  const columns: UploadValues['columns'] = [];
  for (const column of report?.values ?? []) {
    const choices = await listChoices(queries, column.column);
    const values =
      column.column === 'owner' ? await leaveOutUsers(queries, column.values) : column.values;
    if (values.length === 0) continue;
    columns.push({
      ...column,
      // Explanations in parentheses are for the choice of a column.
      title: (titles.get(column.column) ?? column.column).replace(/ \(.*\)$/, ''),
      choices,
      values: values.map((each) => ({
        ...each,
        suggestion: suggestValue(each.value, choices),
      })),
    });
  }
  return columns;
}

/** Leaves out owners that are active users, who need no mapping. */
async function leaveOutUsers(
  queries: Queries,
  values: ColumnValues['values'],
): Promise<ColumnValues['values']> {
  const users = (await findActiveUsers(queries)).map((user) => ({
    ...user,
    signInName: user.name,
    isActive: true,
  }));
  return values.filter(({ value }) => matchOwner(value, users, []).problem !== null);
}

const toChoice = (value: string): ValueChoice => ({ value, label: value });

/** Returns the values that a column can have. */
async function listChoices(queries: Queries, column: string): Promise<ValueChoice[]> {
  switch (column) {
    case 'practiceType':
      return distinct([...(await findKnownPracticeTypes(queries)), ...commonPracticeTypes]);
    case 'ehr':
      return distinct(await findKnownEhrNames(queries));
    case 'owner':
      return (await findActiveUsers(queries)).map(({ email, name }) => ({
        value: email,
        label: `${name} (${email})`,
      }));
    case 'state':
      return stateNames.map(([name, abbreviation]) => ({ value: abbreviation, label: name }));
    case 'product':
      return productKeys.map((key) => ({ value: key, label: products[key].name }));
    case 'avoidable':
      return ['Yes', 'Partly', 'No'].map(toChoice);
    default:
      return ['Yes', 'No'].map(toChoice);
  }
}

/** Returns each value once. Of values that differ only in case, the first is kept. */
const distinct = (values: readonly string[]): ValueChoice[] =>
  [...new Map(values.toReversed().map((value) => [value.toLowerCase(), value])).values()]
    .toReversed()
    .map(toChoice);
