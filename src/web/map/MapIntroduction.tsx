import { Anchor, CloseButton, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { isMarkedDone, markDone } from '#web/core/stored.ts';
import styles from './map.module.css';

const flag = 'welcomed';

/** Introduction for new users, shown until it is closed in this browser. */
export function MapIntroduction() {
  const [isOpen, setOpen] = useState(() => !isMarkedDone(flag));
  if (!isOpen) return null;
  const close = () => {
    setOpen(false);
    markDone(flag);
  };
  return (
    <Paper
      component="section"
      aria-label="Welcome"
      shadow="md"
      withBorder
      className={styles.welcome}
    >
      <CloseButton
        aria-label="Close welcome message"
        onClick={close}
        className={styles.welcomeClose}
      />
      <Text size="sm" fw={600} pr="xl">
        Chairside shows how much each customer uses the product, compared with similar practices.
      </Text>
      <Text size="sm">
        Every pin is a practice. Its color and symbol show the health of the customer.
      </Text>
      <Text size="sm">
        Start with the{' '}
        <Anchor component={Link} to={paths.atRisk} onClick={close} fw={600}>
          customers at risk
        </Anchor>
        , or press <kbd>/</kbd> to find a customer.
      </Text>
    </Paper>
  );
}
