import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { userQuery } from '#web/auth/data.ts';
import { PageGuideContext } from './page-guide.ts';
import { useGuideOpenState } from './use-guide-open-state.ts';

/**
 * Button that opens the page's guide. Renders nothing on pages without a guide and for visitors.
 */
export function GuideButton() {
  const guide = use(PageGuideContext);
  const { data: user } = useQuery(userQuery);
  const { isOpen, open } = useGuideOpenState();
  if (!guide || !user) return null;
  const name = `${guide.name} Guide`;
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size="lg"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconHelpCircle size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
