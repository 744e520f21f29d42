import { Button, Code, CopyButton, Stack, Text, Title } from '@mantine/core';
import { buildUrl } from '#shared/core/endpoint.ts';
import { type ImportKind, postIngest } from '#shared/imports/report.ts';

interface Properties {
  /**
   * Secret of a key that was just created; `undefined` for other keys, whose secrets are not
   * stored.
   */
  secret: string | undefined;
  kind: ImportKind;
}

/** Example command that sends a file. It contains the key while the secret is known. */
export function ApiKeyExample({ secret, kind }: Properties) {
  const command = [
    `curl -H "Authorization: Bearer ${secret ?? 'chairside_…'}"`,
    '-H "Content-Type: text/csv"',
    `--data-binary @${kind}.csv`,
    `"${window.location.origin}${buildUrl(postIngest.path, { kind })}?source=import"`,
  ].join(' \\\n  ');
  return (
    <Stack component="section" gap="xs" align="flex-start" aria-label="How to use a key">
      <Title order={2} size="h5">
        How to use a key
      </Title>
      <Text size="sm" maw="70ch">
        The other system sends a CSV file with a header line, as in an import on this page. “source”
        names the system that assigned the ids. Use the same source for practices and their usage.
        The response contains the row counts and the rejected rows.
      </Text>
      <Code block maw="100%" tabIndex={0} role="region" aria-label="Command">
        {command}
      </Code>
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy command'}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
