import { getPrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { endpointQuery } from '#web/core/api.ts';

export const prepSheetQuery = (id: number) => endpointQuery(getPrepSheet, { params: { id } });
