import { Button, Group, Loader, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { nppesRecordsQuery } from './data.ts';

interface Properties {
  /** Name to search for. */
  name: string;
  /** Number of the chosen record; '' without one. */
  npi: string;
  onChoose: (npi: string) => void;
}

/** Search in the federal registry of providers by name and ZIP code, with a choice of the records. */
export function NppesRecordPicker({ name, npi, onChoose }: Properties) {
  const [zip, setZip] = useState('');
  const [asked, setAsked] = useState<{ name: string; zip: string }>();
  const records = useQuery({
    ...nppesRecordsQuery(asked?.name ?? '', asked?.zip ?? ''),
    enabled: asked !== undefined,
  });
  const isZipValid = /^(\d{5})?$/.test(zip);
  const canFind = name.trim().length >= 2 && isZipValid;
  const find = () => {
    onChoose('');
    setAsked({ name: name.trim(), zip });
  };
  const rows = records.data?.rows ?? [];
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="ZIP code"
          description="Optional"
          inputMode="numeric"
          maxLength={5}
          w={140}
          value={zip}
          error={isZipValid || zip.length < 5 ? undefined : 'Enter five digits.'}
          onChange={(event) => setZip(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter searches, and does not submit the form around it.
            event.preventDefault();
            if (canFind) find();
          }}
        />
        <Button variant="default" disabled={!canFind} onClick={find}>
          Find NPPES records
        </Button>
      </Group>
      {asked !== undefined && records.isFetching && (
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">Searching NPPES…</Text>
        </Group>
      )}
      {records.error !== null && (
        <ErrorState
          title="Couldn’t search NPPES"
          error={records.error}
          onRetry={() => void records.refetch()}
        />
      )}
      {records.data !== undefined && rows.length === 0 && (
        <Text size="sm">No NPPES record matches. Try fewer words of the name.</Text>
      )}
      {rows.length > 0 && (
        <Radio.Group label="NPPES record" value={npi} onChange={onChoose}>
          <Stack gap="xs" mt="xs" mah={260} style={{ overflowY: 'auto' }}>
            <Radio value="" label="No record" />
            {rows.map((record) => (
              <Radio
                key={record.npi}
                value={record.npi}
                label={record.name}
                description={[record.address, record.phone, record.businessType]
                  .filter((part) => part !== null && part !== '')
                  .join(' · ')}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {records.data?.notice != null && (
        <Text size="xs" c="dimmed">
          {records.data.notice}
        </Text>
      )}
    </Stack>
  );
}
