import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getHealthHistory } from '#shared/health-history.ts';
import { getInstitutionBenchmarks, getInstitutionUsage } from '#shared/institution-usage.ts';
import { getPrepSheet } from '#shared/prep-sheet.ts';
import { getTickets } from '#shared/tickets.ts';
import { endpointQuery } from '#web/api.ts';

export const historyQuery = (id: number, weeks: number) =>
  queryOptions({
    ...endpointQuery(getHealthHistory, { params: { id }, query: { weeks } }),
    placeholderData: keepPreviousData,
  });

export const usageQuery = (id: number, weeks: number) =>
  queryOptions({
    ...endpointQuery(getInstitutionUsage, { params: { id }, query: { weeks } }),
    placeholderData: keepPreviousData,
  });

export const institutionBenchmarksQuery = (id: number) => endpointQuery(getInstitutionBenchmarks, { params: { id } });

export const ticketsQuery = (id: number) => endpointQuery(getTickets, { params: { id } });

export const prepSheetQuery = (id: number) => endpointQuery(getPrepSheet, { params: { id } });
