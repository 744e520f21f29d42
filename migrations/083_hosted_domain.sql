-- Organization that the identity provider named at the newest sign-in; null when it named none. It decides about sign-in instead of the
-- e-mail address's domain, because an organization can have addresses in several domains.
alter table app_user add column hosted_domain text;
