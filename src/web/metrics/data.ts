import { getGuideFigures } from '#shared/metrics/guide-figures.ts';
import { endpointQuery } from '#web/core/api.ts';

export const guideFiguresQuery = endpointQuery(getGuideFigures);
