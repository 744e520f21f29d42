import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { getProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import { findProspectByKey } from '../profile/profile.ts';
import { createEvidenceReader } from './evidence.ts';

export function prospectEvidenceRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const readEvidence = createEvidenceReader(dependencies);

  route(app, getProspectEvidence, async ({ query }) => {
    const found = await findProspectByKey(dependencies, query.key);
    if (found === undefined) throw notFound('This prospect');
    return readEvidence(found.prospect);
  });
}
