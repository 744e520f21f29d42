import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  ScrollArea,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { foldText } from '#shared/core/text.ts';
import { numberText } from '#shared/core/words.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';
import {
  type ListCondition,
  type ListFilter,
  type NumberRange,
  viewerFilterValue,
} from '#shared/list/state.ts';
import { createSubmitHandler } from '../../sending/sending.ts';
import { useViewerName } from '../viewer.ts';

/** Column definition without access to rows. */
export type FilteredColumn = Omit<ListColumn<never>, 'value'>;

/** Value of a column with its number of rows. */
export interface FilterOption {
  value: string;
  rows: number;
}

interface Properties {
  column: FilteredColumn;
  filter: ListFilter | undefined;
  optionsOf: (column: string) => FilterOption[];
  onApply: (filter: ListFilter) => void;
}

type ConditionKind = ListCondition['kind'];

/** Conditions that a column offers, the default first, each with its words after the label. */
function offeredConditions(column: FilteredColumn): { value: ConditionKind; label: string }[] {
  const known = [
    { value: 'empty', label: 'is unknown' },
    { value: 'filled', label: 'is known' },
  ] as const;
  if (isNumericColumn(column)) return [{ value: 'range', label: 'is between' }, ...known];
  if (column.kind === 'date') return [{ value: 'dates', label: 'is between' }, ...known];
  if (column.kind === 'flag') return [{ value: 'is', label: 'is' }, ...known];
  if (column.kind === 'option')
    return [{ value: 'one-of', label: 'is' }, { value: 'none-of', label: 'is not' }, ...known];
  return [
    { value: 'contains', label: 'contains' },
    { value: 'text-one-of', label: 'is' },
    { value: 'text-none-of', label: 'is not' },
    ...known,
  ];
}

function valuesOf(condition: ListCondition | undefined): readonly string[] {
  if (condition === undefined) return [];
  if (condition.kind === 'contains') return condition.text.trim() === '' ? [] : [condition.text];
  return 'values' in condition ? condition.values : [];
}

/** Returns a condition of another kind, with the values of the former condition where they fit. */
function conditionOfKind(kind: ConditionKind, former?: ListCondition): ListCondition {
  switch (kind) {
    case 'contains':
      return { kind, text: valuesOf(former)[0] ?? '' };
    case 'text-one-of':
    case 'text-none-of':
    case 'one-of':
    case 'none-of':
      return { kind, values: valuesOf(former) };
    case 'range':
    case 'dates':
      return { kind, from: null, to: null };
    case 'is':
      return { kind, value: true };
    case 'empty':
    case 'filled':
      return { kind };
  }
}

function isComplete(condition: ListCondition): boolean {
  if (condition.kind === 'contains') return condition.text.trim() !== '';
  if ('values' in condition) return condition.values.length > 0;
  if (condition.kind === 'range' || condition.kind === 'dates')
    return condition.from !== null || condition.to !== null;
  return true;
}

/** Removes the marks of bounds that are open. */
function withoutOpenMarks(condition: ListCondition): ListCondition {
  if (condition.kind !== 'range') return condition;
  const { from, to, isFromExclusive, isToExclusive } = condition;
  return {
    kind: 'range',
    from,
    to,
    ...(from !== null && isFromExclusive && { isFromExclusive }),
    ...(to !== null && isToExclusive && { isToExclusive }),
  };
}

/** Form for a filter condition. The fields depend on the column's kind. */
export function FilterEditor({ column, filter, optionsOf, onApply }: Properties) {
  const offered = offeredConditions(column);
  const [condition, setCondition] = useState<ListCondition>(
    () => filter ?? conditionOfKind(offered[0]?.value ?? 'filled'),
  );

  // The submit event must not reach an enclosing form.
  const apply = createSubmitHandler(() => {
    if (isComplete(condition)) onApply({ ...withoutOpenMarks(condition), column: column.key });
  });

  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <Select
          label={column.label}
          description={column.hint}
          value={condition.kind}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={offered}
          onChange={(next) => {
            const kind = offered.find(({ value }) => value === next)?.value;
            if (kind !== undefined) setCondition(conditionOfKind(kind, condition));
          }}
        />
        <ConditionFields
          column={column}
          optionsOf={optionsOf}
          condition={condition}
          onChange={setCondition}
        />
        <Button type="submit" size="xs" disabled={!isComplete(condition)}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

interface FieldProperties extends Pick<Properties, 'column' | 'optionsOf'> {
  condition: ListCondition;
  onChange: (condition: ListCondition) => void;
}

function ConditionFields({ column, optionsOf, condition, onChange }: FieldProperties) {
  switch (condition.kind) {
    case 'contains':
      return (
        <TextInput
          aria-label={`${column.label} contains`}
          data-autofocus
          value={condition.text}
          maxLength={200}
          onChange={(event) => onChange({ kind: 'contains', text: event.currentTarget.value })}
        />
      );
    case 'text-one-of':
    case 'text-none-of':
      return (
        <TextValuesField
          label={`${column.label} ${condition.kind === 'text-one-of' ? 'is' : 'is not'}`}
          findOptions={() => optionsOf(column.key)}
          values={condition.values}
          onChange={(values) => onChange({ kind: condition.kind, values })}
        />
      );
    case 'one-of':
    case 'none-of':
      return (
        <OptionField
          label={column.label}
          isPerson={column.isPerson === true}
          options={optionsOf(column.key)}
          values={condition.values}
          onChange={(values) => onChange({ kind: condition.kind, values })}
        />
      );
    case 'is':
      return (
        <SegmentedControl
          aria-label={column.label}
          value={condition.value ? 'yes' : 'no'}
          data={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          onChange={(value) => onChange({ kind: 'is', value: value === 'yes' })}
        />
      );
    case 'range':
      return (
        <Stack gap="xs">
          {(['from', 'to'] as const).map((end) => (
            <BoundField
              key={end}
              column={column}
              end={end}
              range={condition}
              onChange={(range) => onChange({ kind: 'range', ...range })}
            />
          ))}
        </Stack>
      );
    case 'dates':
      return (
        <Stack gap="xs">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={end === 'from' ? 'From' : 'Until'}
              value={condition[end] ?? ''}
              onChange={(event) =>
                onChange({ ...condition, [end]: event.currentTarget.value || null })
              }
            />
          ))}
        </Stack>
      );
    default:
      return null;
  }
}

const bounds = {
  from: { label: 'From', choice: 'Lower bound', included: 'at least', excluded: 'over' },
  to: { label: 'To', choice: 'Upper bound', included: 'at most', excluded: 'under' },
} as const;

interface BoundProperties {
  column: FilteredColumn;
  end: keyof typeof bounds;
  range: NumberRange;
  onChange: (range: NumberRange) => void;
}

function BoundField({ column, end, range, onChange }: BoundProperties) {
  const { label, choice, included, excluded } = bounds[end];
  const mark = end === 'from' ? 'isFromExclusive' : 'isToExclusive';
  function choose(word: string) {
    const { [mark]: _, ...rest } = range;
    onChange(word === excluded ? { ...rest, [mark]: true } : rest);
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <NativeSelect
        aria-label={choice}
        w={108}
        data={[included, excluded]}
        value={range[mark] ? excluded : included}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NumberInput
        aria-label={label}
        flex={1}
        value={range[end] ?? ''}
        decimalScale={2}
        hideControls
        prefix={column.prefix ?? ''}
        suffix={column.unit ?? (column.kind === 'percent' ? '%' : '')}
        onChange={(value) =>
          onChange({ ...range, [end]: typeof value === 'number' ? value : null })
        }
      />
    </Group>
  );
}

interface TextValuesProperties {
  label: string;
  /** Returns the values to suggest. Called once, because a text column has many values. */
  findOptions: () => readonly FilterOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Field for several texts. Text that is not yet a tag counts as a value too. */
function TextValuesField({ label, findOptions, values, onChange }: TextValuesProperties) {
  const [suggested] = useState(() => findOptions().map(({ value }) => value));
  const [draft, setDraft] = useState({ tags: [...values], typed: '' });
  // One event can report both a new tag and the cleared text, before the next render.
  const latest = useRef(draft);
  function change(part: Partial<typeof draft>) {
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
    const { tags, typed } = latest.current;
    const all = [...tags, typed].map((value) => value.trim());
    onChange([...new Set(all.filter((value) => value !== ''))]);
  }
  return (
    <TagsInput
      aria-label={label}
      description="Press Enter to add another value."
      data-autofocus
      data={suggested}
      limit={6}
      maxLength={200}
      maxTags={100}
      splitChars={[]}
      value={draft.tags}
      searchValue={draft.typed}
      // Suggestions for an empty text would cover the button below.
      dropdownOpened={draft.typed.trim() !== ''}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => change({ tags: next })}
      onSearchChange={(next) => change({ typed: next })}
    />
  );
}

const manyOptions = 10;

interface OptionProperties {
  label: string;
  isPerson: boolean;
  options: readonly FilterOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function OptionField({ label, isPerson, options, values, onChange }: OptionProperties) {
  const [text, setText] = useState('');
  const viewer = useViewerName();
  const matching = options.filter(({ value }) => foldText(value).includes(foldText(text).trim()));
  return (
    <Stack gap="xs">
      {options.length > manyOptions && (
        <TextInput
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        <Checkbox.Group value={[...values]} onChange={onChange} aria-label={label}>
          <Stack gap={8} py={2}>
            {isPerson && viewer !== null && (
              <OptionBox
                value={viewerFilterValue}
                label="Me"
                rows={options.find(({ value }) => value === viewer)?.rows ?? 0}
              />
            )}
            {matching.map(({ value, rows }) => (
              <OptionBox key={value} value={value} label={value} rows={rows} />
            ))}
          </Stack>
        </Checkbox.Group>
        {matching.length === 0 && (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}

function OptionBox({ value, label, rows }: FilterOption & { label: string }) {
  return (
    <Checkbox
      value={value}
      size="sm"
      label={
        <>
          {label}{' '}
          <Text span inherit c="dimmed">
            {numberText(rows)}
          </Text>
        </>
      }
    />
  );
}
