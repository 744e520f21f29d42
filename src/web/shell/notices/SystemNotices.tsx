import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconClockExclamation,
  IconFileAlert,
  IconPlugConnectedX,
  IconUserShield,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { postClockConfirmation, type SystemNotice } from '#shared/core/notices.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { userQuery } from '#web/auth/data.ts';
import { call } from '#web/core/api.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { systemNoticesQuery } from '../data.ts';
import { usePage } from '../page.ts';
import { FirstSteps } from './FirstSteps.tsx';
import classes from './SystemNotices.module.css';

/** Steps to the first score, and operational notices. */
export function SystemNotices({ notices }: { notices: SystemNotice[] }) {
  const page = usePage();
  return (
    <Stack gap="xs" className={page.isMap ? `${classes.area} ${classes.overMap}` : classes.area}>
      <FirstSteps />
      {notices.map((notice) => (
        <OneNotice key={notice.key} notice={notice} />
      ))}
    </Stack>
  );
}

function OneNotice({ notice: { key, text } }: { notice: SystemNotice }) {
  if (key === 'clock') return <WrongClock text={text} />;
  if (key === 'clock-apart')
    return (
      <Alert
        color="yellow"
        title="This server’s clock is wrong"
        icon={<IconClockExclamation aria-hidden />}
      >
        <Text size="sm">{text}</Text>
      </Alert>
    );
  if (key === 'imports')
    return (
      <Alert color="yellow" title="An import is stuck" icon={<IconFileAlert aria-hidden />}>
        <Text size="sm">{text}</Text>
      </Alert>
    );
  if (key === 'administrators')
    return (
      <Alert color="yellow" title="Administrators changed" icon={<IconUserShield aria-hidden />}>
        {text.split('\n').map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Alert>
    );
  if (key === 'pending-changes')
    return (
      <Alert
        color="yellow"
        title="Changes wait for your decision"
        icon={<IconUserShield aria-hidden />}
      >
        {text.split('\n').map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        <Anchor component={Link} to={`${paths.admin}?part=settings`} size="sm">
          Review changes
        </Anchor>
      </Alert>
    );
  return (
    <Alert color="yellow" title="CRM data is out of date" icon={<IconPlugConnectedX aria-hidden />}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

/** Notice that the server's clock may be wrong, with a button for admins to confirm the clock. */
function WrongClock({ text }: { text: string }) {
  const { data: user } = useQuery(userQuery);
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(postClockConfirmation, { body: {} }),
    onSuccess: (answer) => client.setQueryData(systemNoticesQuery.queryKey, answer),
  });
  return (
    <Alert
      color="yellow"
      title="The server’s clock may be wrong"
      icon={<IconClockExclamation aria-hidden />}
    >
      <Group justify="space-between" gap="sm" align="flex-end">
        <Text size="sm" flex="1 1 18rem">
          {text}
        </Text>
        {user?.role === 'admin' && (
          <Button
            size="compact-md"
            variant="default"
            loading={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            Confirm clock
          </Button>
        )}
      </Group>
      {confirm.error && (
        <Text size="sm" mt="xs" role="alert">
          {errorText(confirm.error)}
        </Text>
      )}
    </Alert>
  );
}
