import { paths } from '#shared/core/pages/paths.ts';

export const incidentsPath = `${paths.successOps}?part=incidents`;

export const incidentPath = (incidentId: string): string =>
  `${incidentsPath}&incident=${incidentId}`;
