import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { paths } from '#shared/core/pages/paths.ts';

interface Properties {
  institutionId: number;
  /** Token of the link; omitted when the pages can be opened without a link. */
  token?: string;
}

/** URLs of a practice's insights page and email view, each with a copy button. */
export function InsightsUrlFields({ institutionId, token }: Properties) {
  const addresses = [
    { label: 'Page', path: paths.customerInsights(institutionId) },
    { label: 'Email view', path: paths.mailInsights(institutionId) },
  ];
  return (
    <Stack gap="xs">
      {addresses.map(({ label, path }) => {
        const address = `${window.location.origin}${path}${token === undefined ? '' : `?token=${token}`}`;
        return (
          <div key={label}>
            <Text size="sm" fw={550}>
              {label}
            </Text>
            <Group gap="sm" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere', flex: 1 }}>{address}</Code>
              <CopyButton value={address}>
                {({ copied, copy }) => (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={copy}
                    aria-label={`Copy the address: ${label}`}
                  >
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </div>
        );
      })}
    </Stack>
  );
}
