import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { busy, changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { CrmUnavailable } from '#server/core/providers/crm.ts';
import {
  getDealChoices,
  postProspectDeal,
  postProspectDealRemoval,
} from '#shared/prospects/deals.ts';
import { insertProspectChange, lockProspects, updateProspectWork } from '../changes/queries.ts';
import { otherChangeSaved } from '../changes/rules.ts';
import { prospectRowsReader } from '../list/rows.ts';
import { deleteDeal, findCrmOwnerOfUser, findDeal, insertDeal } from './queries.ts';
import { sendDeal } from './sending.ts';

export function prospectDealRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, crm } = dependencies;
  const readRows = prospectRowsReader(dependencies);

  function dealsOfCrm() {
    if (crm.deals === null)
      throw unprocessable('Deals of prospects need HubSpot, which is not connected.');
    return crm.deals;
  }

  route(app, getDealChoices, async ({ params: { prospectId } }) => {
    const { rows, positions } = await readRows();
    const prospect = rows[positions.get(prospectId) ?? -1];
    if (prospect === undefined) throw notFound('This prospect');
    const pipelines = await dealsOfCrm()
      .pipelines()
      .catch((error: unknown) => {
        throw error instanceof CrmUnavailable
          ? busy('HubSpot can’t be reached at the moment. Try again in a few minutes.')
          : error;
      });
    const owner = await findCrmOwnerOfUser(database.foreground, prospect.owner?.id ?? null);
    return {
      pipelines: pipelines.map(({ pipelineId, label, stages }) => ({
        pipelineId,
        label,
        stages: stages
          .filter(({ isClosed }) => !isClosed)
          .map(({ stageId, label: stageLabel }) => ({ stageId, label: stageLabel })),
      })),
      ownerName: owner?.name ?? null,
    };
  });

  route(app, postProspectDeal, async ({ params: { prospectId }, body, user }) => {
    const { dealKey, version, ...requested } = body;
    dealsOfCrm();
    const deal = await database.foreground.transaction().execute(async (transaction) => {
      const [prospect] = await lockProspects(transaction, [prospectId]);
      if (prospect === undefined) throw notFound('This prospect');
      const { name, ownerId } = prospect;
      const saved = await findDeal(transaction, dealKey);
      if (saved !== undefined) {
        const { ownerId: _, ...before } = saved.request;
        if (saved.prospectId !== prospectId || !isDeepStrictEqual(before, requested))
          throw otherChangeSaved();
        return saved;
      }
      if (prospect.hasDealInProgress) throw conflict(`${name} already has a deal in HubSpot.`);
      if (prospect.stage === 'Won')
        throw unprocessable(`${name} is a customer now. Create its deals in HubSpot.`);
      if (prospect.version !== version) throw changedMeanwhile(name);
      const owner = await findCrmOwnerOfUser(transaction, ownerId);
      const request = { ...requested, ownerId: owner?.ownerId ?? null };
      const at = clock();
      await insertDeal(transaction, { prospectId, dealKey, request, userId: user.id, at });
      await updateProspectWork(transaction, prospect, prospect, at);
      await insertProspectChange(transaction, {
        ...{ prospectId, changeId: dealKey, userId: user.id, at },
        change: { action: 'createDeal', name: requested.name },
        before: {},
      });
      return { dealKey, request, state: 'waiting' as const };
    });
    const result = deal.state === 'waiting' ? await sendDeal(dependencies, deal) : deal;
    if (result?.state === 'refused')
      throw unprocessable(
        'problem' in result ? result.problem : 'HubSpot refused this deal earlier.',
      );
    return { state: result?.state ?? 'waiting' };
  });

  route(app, postProspectDealRemoval, async ({ params: { prospectId, dealKey }, user }) =>
    database.foreground.transaction().execute(async (transaction) => {
      const [prospect] = await lockProspects(transaction, [prospectId]);
      if (prospect === undefined) throw notFound('This prospect');
      if (!(await deleteDeal(transaction, prospectId, dealKey))) return {};
      const at = clock();
      await updateProspectWork(transaction, prospect, prospect, at);
      await insertProspectChange(transaction, {
        ...{ prospectId, changeId: randomUUID(), userId: user.id, at },
        change: { action: 'removeDeal' },
        before: {},
      });
      return {};
    }),
  );
}
