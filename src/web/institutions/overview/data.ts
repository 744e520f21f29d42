import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { urlOf } from '#shared/endpoint.ts';
import { getHealthHistory } from '#shared/health-history.ts';
import { getInstitutionBenchmarks, getInstitutionUsage } from '#shared/institution-usage.ts';
import { getPrepSheet } from '#shared/prep-sheet.ts';
import { getTickets } from '#shared/tickets.ts';
import { call } from '#web/api.ts';

export const historyQuery = (id: number, weeks: number) =>
  queryOptions({
    queryKey: [urlOf(getHealthHistory.path, { id }), weeks],
    queryFn: ({ signal }) => call(getHealthHistory, { params: { id }, query: { weeks }, signal }),
    placeholderData: keepPreviousData,
  });

export const usageQuery = (id: number, weeks: number) =>
  queryOptions({
    queryKey: [urlOf(getInstitutionUsage.path, { id }), weeks],
    queryFn: ({ signal }) => call(getInstitutionUsage, { params: { id }, query: { weeks }, signal }),
    placeholderData: keepPreviousData,
  });

export const institutionBenchmarksQuery = (id: number) =>
  queryOptions({
    queryKey: [urlOf(getInstitutionBenchmarks.path, { id })],
    queryFn: ({ signal }) => call(getInstitutionBenchmarks, { params: { id }, signal }),
  });

export const ticketsQuery = (id: number) =>
  queryOptions({
    queryKey: [urlOf(getTickets.path, { id })],
    queryFn: ({ signal }) => call(getTickets, { params: { id }, signal }),
  });

export const prepSheetQuery = (id: number) =>
  queryOptions({
    queryKey: [urlOf(getPrepSheet.path, { id })],
    queryFn: ({ signal }) => call(getPrepSheet, { params: { id }, signal }),
  });
