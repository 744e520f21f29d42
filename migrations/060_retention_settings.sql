-- How long sessions, sign-ins and the records of imports are kept is set by administrators; until they do it is as it was.
update setting_version
set settings = '{"sessionDays": 90, "signInDays": 365, "importDays": 365}'::jsonb || settings;

update pending_change
set wanted = jsonb_set(wanted, '{settings}', '{"sessionDays": 90, "signInDays": 365, "importDays": 365}'::jsonb || (wanted -> 'settings'))
where kind = 'settings';
