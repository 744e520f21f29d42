import { Button } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';

/** Link to the assistant for questions about a customer. */
export function AskAboutCustomerLink({
  institutionName,
  onLeave,
}: {
  institutionName: string;
  /** Called when the user follows the link, for example to close a dialog. */
  onLeave?: () => void;
}) {
  return (
    <Button
      component={Link}
      to={paths.askAboutCustomer(institutionName)}
      size="xs"
      variant="default"
      leftSection={<IconMessageQuestion size={14} aria-hidden />}
      {...(onLeave && { onClick: onLeave })}
    >
      Ask about this customer
    </Button>
  );
}
