import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { HttpError, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  isRecentTimestamp,
  isSignedByHubspot,
  recordsInEvents,
  webhookEventsSchema,
} from '#server/core/providers/hubspot/webhooks.ts';
import { postHubspotWebhooks } from '#shared/crm/webhooks.ts';
import { reportedChangesJob } from './jobs.ts';
import { queueReportedRecords } from './mirror/touched-queries.ts';

const unsigned = () =>
  new HttpError(
    401,
    'This call is not signed by HubSpot, or its timestamp is more than five minutes off.',
  );

const textHeader = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * Registers the endpoint for HubSpot's webhooks. HubSpot's timeout is five seconds, so the route
 * only queues the changed records. A job reads these records.
 */
export function crmRoutes(
  app: FastifyInstance,
  { database, clock, env, jobs, log }: Dependencies,
): void {
  app.register(async (webhooks) => {
    webhooks.removeContentTypeParser('application/json');
    webhooks.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    );
    const secret = env.HUBSPOT_WEBHOOK_SECRET;
    webhooks.addHook('onRequest', async ({ headers }) => {
      if (secret === undefined) throw notFound('This address');
      if (!isRecentTimestamp(textHeader(headers['x-hubspot-request-timestamp']), clock()))
        throw unsigned();
    });

    route(webhooks, postHubspotWebhooks, async ({ body, request }) => {
      const { method, url, headers } = request;
      const call = {
        method,
        uri: `${env.APP_ORIGIN}${url}`,
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: textHeader(headers['x-hubspot-signature-v3']),
        timestamp: textHeader(headers['x-hubspot-request-timestamp']),
      };
      if (secret === undefined || !isSignedByHubspot(call, secret)) throw unsigned();
      const records = recordsInEvents(eventsOf(call.body));
      if (records.length === 0) return {};
      await queueReportedRecords(database.foreground, records, clock());
      // A failed start is harmless, because a schedule starts the job every few minutes.
      await jobs
        .runNow(reportedChangesJob.name)
        .catch((error: unknown) =>
          log.warn(
            { err: error },
            'Reported HubSpot changes will be read by the next scheduled run',
          ),
        );
      return {};
    });
  });
}

function eventsOf(body: Buffer) {
  try {
    return webhookEventsSchema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw unprocessable('The body is not a list of events.');
  }
}
