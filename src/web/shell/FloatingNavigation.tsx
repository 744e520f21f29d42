import { NavLink, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { userQuery } from '#web/auth/data.ts';
import { usePage } from './page.ts';

export function FloatingNavigation() {
  const { data: user } = useQuery(userQuery);
  const page = usePage();
  if (!user) return null;
  return (
    <Paper component="nav" aria-label="Main" pos="fixed" top={12} left={12} withBorder shadow="sm" style={{ zIndex: 100 }}>
      <NavLink component={Link} to={paths.home} label="Map" description="customer locations" active={page.isMap} />
    </Paper>
  );
}
