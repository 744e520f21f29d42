export type ApiVersion = '2026-09' | 'v3';
export type CrmObjectType = 'companies' | 'deals' | 'tickets';

/** API version. HubSpot supports each version for 18 months, this version until September 2027. */
export const apiVersion: ApiVersion = '2026-09';

export interface HubspotPaths {
  owners: string;
  pipelines(object: CrmObjectType): string;
  objects(object: CrmObjectType): string;
  associations(from: CrmObjectType, to: CrmObjectType): string;
}

export const createHubspotPaths = (version: ApiVersion): HubspotPaths =>
  version === 'v3'
    ? {
        owners: '/crm/v3/owners',
        pipelines: (object) => `/crm/v3/pipelines/${object}`,
        objects: (object) => `/crm/v3/objects/${object}`,
        associations: (from, to) => `/crm/v4/associations/${from}/${to}`,
      }
    : {
        owners: `/crm/owners/${version}`,
        pipelines: (object) => `/crm/pipelines/${version}/${object}`,
        objects: (object) => `/crm/objects/${version}/${object}`,
        associations: (from, to) => `/crm/associations/${version}/${from}/${to}`,
      };
