import { describe, expect, test } from 'vitest';
import type { Identity } from '#server/core/providers/identity.ts';
import { emailDomain } from '#shared/core/email-address.ts';
import {
  effectiveRole,
  findSignInRefusal,
  isSessionAlive,
  isSignInAttemptAlive,
  requestRejectionStatus,
} from './rules.ts';

const start = new Date('2026-11-18T08:00:00Z');
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const hour = 3_600_000;

describe('the life of a session', () => {
  test.each([
    ['at once', 0, 0, true],
    ['just before 8 h without use', 0, 8 * hour - 1, true],
    ['after 8 h without use', 0, 8 * hour, false],
    ['used an hour ago, just before 24 h', 23 * hour, 24 * hour - 1, true],
    ['used a moment ago, after 24 h', 24 * hour - 1, 24 * hour, false],
  ])('%s', (_, lastSeen, now, alive) => {
    expect(isSessionAlive({ createdAt: start, lastSeenAt: later(lastSeen) }, later(now))).toBe(
      alive,
    );
  });

  test.each([
    ['by the clock of another server, five minutes ahead', -300_000, true],
    ['further in the future, by a wrong clock', -300_001, false],
    ['ten years in the future', -87_660 * hour, false],
  ])('one that began %s', (_, now, alive) => {
    expect(isSessionAlive({ createdAt: start, lastSeenAt: start }, later(now))).toBe(alive);
    expect(isSessionAlive({ createdAt: later(-10 * hour), lastSeenAt: start }, later(now))).toBe(
      alive,
    );
    expect(isSignInAttemptAlive(start, later(now))).toBe(alive);
  });

  test('a sign-in may take just under ten minutes', () => {
    expect(isSignInAttemptAlive(start, later(599_999))).toBe(true);
    expect(isSignInAttemptAlive(start, later(600_000))).toBe(false);
  });
});

const identity: Identity = {
  issuer: 'https://identity.test',
  subject: '1',
  email: 'ana@corp.test',
  emailVerified: true,
  hostedDomain: null,
  name: 'Ana',
  picture: null,
};
const cyrillicO = '\u043e';
const kelvinSign = '\u212a';

describe('who may sign in', () => {
  test.each([
    ['an allowed domain', { email: 'ana@corp.test' }, null],
    ['an allowed domain in capitals', { email: 'Ana@CORP.Test' }, null],
    ['another allowed domain', { email: 'ana@kin.test' }, null],
    ['an unverified address', { emailVerified: false }, 'unverified'],
    ['a foreign domain', { email: 'ana@evil.test' }, 'wrong_domain'],
    ['the domain in front of another', { email: 'ana@corp.test.evil.com' }, 'wrong_domain'],
    ['the domain behind another', { email: 'ana@evilcorp.test' }, 'wrong_domain'],
    ['a sub-domain', { email: 'ana@mail.corp.test' }, 'wrong_domain'],
    ['a Cyrillic letter', { email: `ana@c${cyrillicO}rp.test` }, 'wrong_domain'],
    [
      'the Kelvin sign, which lowercases to k',
      { email: `ana@${kelvinSign}in.test` },
      'wrong_domain',
    ],
    ['two at signs', { email: 'ana@corp.test@evil.com' }, 'wrong_domain'],
    ['two at signs, ours last', { email: 'ana@evil.com@corp.test' }, 'wrong_domain'],
    ['quoted at sign', { email: '"ana@evil.com"@corp.test' }, 'wrong_domain'],
    ['a trailing dot', { email: 'ana@corp.test.' }, 'wrong_domain'],
    ['a space', { email: 'ana@corp.test ' }, 'wrong_domain'],
    ['a line break', { email: 'ana@corp.test\n@evil.com' }, 'wrong_domain'],
    ['a null character', { email: 'ana@corp.test\0.evil.com' }, 'wrong_domain'],
    ['no name', { email: '@corp.test' }, 'wrong_domain'],
    ['no at sign', { email: 'corp.test' }, 'wrong_domain'],
    ['the organization is ours', { hostedDomain: 'Corp.Test' }, null],
    [
      'the organization is not ours, though the address is',
      { hostedDomain: 'evil.test' },
      'wrong_domain',
    ],
    ['the organization is empty', { hostedDomain: '' }, 'wrong_domain'],
    ['the organization is a look-alike', { hostedDomain: `c${cyrillicO}rp.test` }, 'wrong_domain'],
  ])('%s', (_, change, verdict) => {
    expect(findSignInRefusal({ ...identity, ...change }, ['corp.test', 'kin.test'])).toBe(verdict);
  });

  test('an empty list allows every verified address, and no unverified one', () => {
    expect(findSignInRefusal({ ...identity, email: 'ana@anywhere.example' }, [])).toBeNull();
    expect(findSignInRefusal({ ...identity, emailVerified: false }, [])).toBe('unverified');
    expect(findSignInRefusal({ ...identity, email: `ana@c${cyrillicO}rp.test` }, [])).toBe(
      'wrong_domain',
    );
  });

  test('a domain needs a dot and a name before it', () => {
    expect(emailDomain('ana@localhost')).toBeUndefined();
    expect(emailDomain('Ana@Corp.Test')).toBe('corp.test');
  });
});

describe('the effective role', () => {
  const adminEmails = ['kim@corp.test'];

  test('an address in ADMIN_EMAILS is an admin, in any spelling', () => {
    expect(effectiveRole({ email: 'kim@corp.test', storedRole: 'member' }, adminEmails)).toBe(
      'admin',
    );
    expect(effectiveRole({ email: 'KIM@Corp.test', storedRole: 'member' }, adminEmails)).toBe(
      'admin',
    );
  });

  test('a look-alike of such an address is not an admin', () => {
    expect(
      effectiveRole({ email: `${kelvinSign}im@corp.test`, storedRole: 'member' }, adminEmails),
    ).toBe('member');
  });

  test('any other user has the stored role', () => {
    expect(effectiveRole({ email: 'ana@corp.test', storedRole: 'admin' }, adminEmails)).toBe(
      'admin',
    );
    expect(effectiveRole({ email: 'ana@corp.test', storedRole: 'member' }, adminEmails)).toBe(
      'member',
    );
    expect(effectiveRole({ email: 'kim@corp.test', storedRole: 'member' }, [])).toBe('member');
  });
});

describe('where a state-changing request comes from', () => {
  const own = 'https://chairside.example';
  const json = 'application/json';

  test.each([
    ['our page', { secFetchSite: 'same-origin' }, null],
    [
      'our page, with JSON',
      { secFetchSite: 'same-origin', contentType: json, hasBody: true },
      null,
    ],
    [
      'our page, with JSON and a charset',
      {
        secFetchSite: 'same-origin',
        contentType: 'Application/JSON; charset=utf-8',
        hasBody: true,
      },
      null,
    ],
    ['an old browser on our page', { origin: own }, null],
    ['another site', { secFetchSite: 'cross-site', origin: own }, 403],
    ['a sibling sub-domain', { secFetchSite: 'same-site', origin: own }, 403],
    ['typed into the address bar', { secFetchSite: 'none' }, 403],
    ['an empty header', { secFetchSite: '', origin: own }, 403],
    ['two headers at once', { secFetchSite: 'same-origin,cross-site', origin: own }, 403],
    ['no headers at all', {}, 403],
    ['a null origin', { origin: 'null' }, 403],
    ['our name in front of another', { origin: `${own}.evil.example` }, 403],
    ['our host by http', { origin: 'http://chairside.example' }, 403],
    ['our host on another port', { origin: `${own}:8443` }, 403],
    [
      'a form',
      {
        secFetchSite: 'same-origin',
        contentType: 'application/x-www-form-urlencoded',
        hasBody: true,
      },
      415,
    ],
    [
      'JSON said to be text',
      { secFetchSite: 'same-origin', contentType: 'text/plain', hasBody: true },
      415,
    ],
    ['a body that says nothing', { secFetchSite: 'same-origin', hasBody: true }, 415],
    [
      'a look-alike of JSON',
      { secFetchSite: 'same-origin', contentType: 'application/jsonp', hasBody: true },
      415,
    ],
  ])('%s', (_, change, verdict) => {
    const request = {
      secFetchSite: undefined,
      origin: undefined,
      contentType: undefined,
      hasBody: false,
      ...change,
    };
    expect(requestRejectionStatus(request, own)).toBe(verdict);
  });
});
