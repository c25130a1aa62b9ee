import {expect, it} from 'vitest';
import {authOf} from '../../../service/discovery/document-security.ts';

const auth = (scheme: object) =>
	authOf({components: {securitySchemes: {own: scheme}}}, {security: [{own: []}]} as never);
const key = (description?: string) => ({
	type: 'apiKey',
	in: 'header',
	name: 'Authorization',
	...(description === undefined ? {} : {description}),
});

it('a key that is no header is named with its place', () => {
	expect(auth({type: 'apiKey', in: 'query', name: 'api_key'})).toMatchObject({keyIn: 'query', keyName: 'api_key'});
	expect(auth({type: 'apiKey', in: 'cookie', name: 'sid'})).toMatchObject({keyIn: 'cookie', keyName: 'sid'});
	expect(auth({type: 'apiKey', in: 'header', name: 'X-Key'})).not.toHaveProperty('keyIn');
});

it.each<[string, object, string | undefined]>([
	['the value on a line', key("in the 'Authorization' header :\n\n    Token xxxxxx.yyyyyyy.zzzzzz\n"), 'Token'],
	['the value in quotes', key('Send `Token <token>` with each call'), 'Token'],
	['the whole header', key('Authorization: JWT {token}'), 'JWT'],
	['a word of its own in the whole header', key('e.g. "Authorization: GenieKey <key>"'), 'GenieKey'],
	['the prefix by its name', key('Token-based authentication with required prefix "Token"'), 'Token'],
	['what it is prefixed with', key("The key, prefixed with 'ApiKey '."), 'ApiKey'],
	['an HTTP scheme of another name', {type: 'http', scheme: 'Token'}, 'Token'],
	['a bearer token that is described as a key', key('Authorization: Bearer <token>'), undefined],
	['a sentence about a header', key('Put the key into the header Authorization: your own one'), undefined],
	['nothing', key(), undefined],
	['a bearer token', {type: 'http', scheme: 'bearer'}, undefined],
	['a key in another header', {...key('`Token <token>`'), name: 'X-Key'}, undefined],
])('the word in front of a credential is read from %s', (_, scheme, expected) => {
	expect(auth(scheme).scheme).toBe(expected);
});
