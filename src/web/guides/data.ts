import { getGuideFigures } from '#shared/guides.ts';
import { endpointQuery } from '#web/api.ts';

export const guideFiguresQuery = endpointQuery(getGuideFigures);
