import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { HttpError, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { isOfNow, isSigned, recordsOf, webhookEvents } from '#server/core/providers/hubspot/webhooks.ts';
import { postHubspotWebhooks } from '#shared/crm/webhooks.ts';
import { touchedJob } from './jobs.ts';
import { touch } from './mirror/touched-queries.ts';

const unsigned = () => new HttpError(401, 'This call is not signed by HubSpot, or its time is not within five minutes of ours.');

const textHeader = (value: string | string[] | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** HubSpot waits five seconds for an answer, so what it says is only kept here and read from it by a job. */
export function crmRoutes(app: FastifyInstance, { database, clock, env, jobs, log }: Dependencies): void {
  app.register(async (webhooks) => {
    webhooks.removeContentTypeParser('application/json');
    webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    const secret = env.HUBSPOT_WEBHOOK_SECRET;
    webhooks.addHook('onRequest', async ({ headers }) => {
      if (secret === undefined) throw notFound('This address');
      if (!isOfNow(textHeader(headers['x-hubspot-request-timestamp']), clock())) throw unsigned();
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
      if (secret === undefined || !isSigned(call, secret)) throw unsigned();
      const records = recordsOf(eventsOf(call.body));
      if (records.length === 0) return {};
      await touch(database.foreground, records, clock());
      // The job comes by itself every few minutes too.
      await jobs.runNow(touchedJob.name).catch((error: unknown) => log.warn({ err: error }, 'What HubSpot said is read later'));
      return {};
    });
  });
}

function eventsOf(body: Buffer) {
  try {
    return webhookEvents.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw unprocessable('The body is no list of events.');
  }
}
