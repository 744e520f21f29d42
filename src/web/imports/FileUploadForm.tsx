import '@mantine/core/styles/Progress.css';
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { shareText } from '#shared/core/words.ts';
import { maxUploadBytes } from '#shared/imports/wizard.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { uploadFile } from './send-file.ts';

interface Sending {
  name: string;
  share: number;
  stop: AbortController;
}

/** Upload of a file by file picker or drop. Opens the wizard once the file is received. */
export function FileUploadForm() {
  const [, setParameters] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending>();
  const stopping = useRef<AbortController>(undefined);
  // Cancels the upload when the user leaves the page, so that the end of the upload doesn't
  // navigate the user back.
  useEffect(() => () => stopping.current?.abort(), []);
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);

  async function send(files: FileList | null): Promise<void> {
    const [file, another] = files ?? [];
    if (file === undefined) return;
    if (another !== undefined)
      return setProblem('You can upload one file at a time. Start with practices, then usage.');
    if (file.size > maxUploadBytes)
      return setProblem('The file is larger than 1 GB. Compress it with gzip, or split it.');
    const stop = new AbortController();
    stopping.current = stop;
    setProblem(undefined);
    setSending({ name: file.name, share: 0, stop });
    try {
      const upload = await uploadFile(file, crypto.randomUUID(), stop.signal, (share) =>
        setSending({ name: file.name, share, stop }),
      );
      setParameters({ part: 'imports', upload: upload.uploadId });
    } catch (error) {
      if (!stop.signal.aborted)
        setProblem(error instanceof Error ? errorText(error) : String(error));
    } finally {
      setSending(undefined);
    }
  }

  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (sending === undefined) void send(event.dataTransfer.files);
  };

  return (
    <Paper
      withBorder
      p="lg"
      data-guide="import-file"
      style={{
        borderStyle: 'dashed',
        ...(isOver ? { background: 'var(--mantine-primary-color-light)' } : {}),
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropped}
    >
      <Stack gap="sm" align="center">
        {sending === undefined ? (
          <>
            <Button
              leftSection={<IconFileUpload size={18} aria-hidden />}
              onClick={() => input.current?.click()}
            >
              Choose a CSV file
            </Button>
            <Text size="sm" c="dimmed" ta="center">
              Or drop a CSV file here, as exported by your other system: practices, usage,
              entitlements, churn notices, contracts, contacts or prospects. Up to 1 GB, plain or
              gzip. No data changes until you confirm.
            </Text>
          </>
        ) : (
          <Stack gap={6} w="100%" maw={420}>
            <Text size="sm">
              Sending {sending.name}, {shareText(sending.share)}
            </Text>
            <Progress value={100 * sending.share} aria-label="Sent" />
            <Group justify="flex-end">
              <Button variant="default" size="compact-sm" onClick={() => sending.stop.abort()}>
                Stop
              </Button>
            </Group>
          </Stack>
        )}
        {problem !== undefined && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.gz,text/csv"
          aria-label="CSV file"
          hidden
          onChange={(event) => {
            void send(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </Stack>
    </Paper>
  );
}
