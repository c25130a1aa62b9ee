import type {Endpoint} from '../../contract/endpoint.ts';
import type {AuthType} from '../../contract/enums.ts';
import type {SecurityScheme} from '../domain/endpoint-detail.ts';
import {isObject, type JsonObject} from '../../source/documents/document-value.ts';
import {resolved} from './inline-schema.ts';

/** Whether an operation needs a credential, and of which kind; null where the document does not say. */
export function authOf(root: JsonObject, operation: JsonObject): Endpoint['auth'] {
	const security = operation['security'] ?? root['security'];
	if (!Array.isArray(security)) return {required: null, authType: null};
	const ways = security.filter(isObject).map(way => Object.keys(way));
	// An empty way says that none is needed.
	if (ways.length === 0 || ways.some(names => names.length === 0)) return {required: false, authType: 'public'};
	const schemes = isObject(root['components']) ? root['components']['securitySchemes'] : undefined;
	for (const name of ways.flat()) {
		const scheme = isObject(schemes) && Object.hasOwn(schemes, name) ? resolved(root, schemes[name]) : null;
		const authType = scheme === null ? null : authTypeOf(scheme);
		if (scheme === null || authType === null) continue;
		const isNamed = authType === 'API key' && scheme['in'] === 'header' && headerName.test(String(scheme['name']));
		const place = (['query', 'cookie'] as const).find(one => authType === 'API key' && scheme['in'] === one);
		const isElsewhere = place !== undefined && headerName.test(String(scheme['name']));
		const word = schemeOf(scheme);
		return {
			required: true,
			authType,
			...(isNamed ? {headerName: String(scheme['name'])} : {}),
			...(isElsewhere ? {keyIn: place, keyName: String(scheme['name'])} : {}),
			...(word === null ? {} : {scheme: word}),
		};
	}
	return {required: true, authType: null};
}

/** A name that a header can have. */
const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** `Authorization: Token <token>`, such a value on a line or in quotes of its own, or the prefix by its name. */
const writtenValue = [
	/\bauthorization\b["'`]?\s?[:=]\s?["'`]?([A-Za-z][\w-]{0,30}) ["'`]?(?:[<{[$]|x{3}|your\b|token\b|jwt\b|key\b)/i,
	/(?:^|["'`(])[ \t]{0,20}(Token|JWT|ApiKey|Api-Key|Key|Bearer) (?:[<{[$]|[\w-]{1,40}(?:\.|>|["'`]|$))/im,
	/\bprefix(?:ed)?(?: (?:is|of|by|with|the)){0,2}:? ?["'`“]([A-Za-z][\w-]{0,30}) ?["'`”]/i,
];

/**
 * The word in front of a credential in `Authorization` where it is not `Bearer`: an HTTP scheme of another name, or what
 * the description of an API key in that header shows.
 */
function schemeOf({type, scheme, in: place, name, description}: JsonObject): string | null {
	if (type === 'http') {
		const isUsual = typeof scheme !== 'string' || /^(basic|bearer|digest)$/i.test(scheme) || !headerName.test(scheme);
		return isUsual ? null : scheme;
	}
	const isAuthorization = type === 'apiKey' && place === 'header' && /^authorization$/i.test(String(name));
	if (!isAuthorization || typeof description !== 'string') return null;
	const said = description.slice(0, 4000);
	const [word] = writtenValue.flatMap(pattern => pattern.exec(said)?.[1] ?? []);
	return word === undefined || /^bearer$/i.test(word) ? null : word;
}

const mostWays = 8;

/** Every way to prove who calls that an operation accepts; each lists what is needed together. */
export function securityOf(root: JsonObject, operation: JsonObject): SecurityScheme[][] {
	const security = operation['security'] ?? root['security'];
	if (!Array.isArray(security)) return [];
	const schemes = isObject(root['components']) ? root['components']['securitySchemes'] : undefined;
	return security
		.filter(isObject)
		.slice(0, mostWays)
		.map(way =>
			Object.entries(way).map(([name, scopes]): SecurityScheme => {
				const scheme = isObject(schemes) && Object.hasOwn(schemes, name) ? resolved(root, schemes[name]) : null;
				const text = (key: string) => (typeof scheme?.[key] === 'string' ? scheme[key].slice(0, 200) : null);
				return {
					name: name.slice(0, 200),
					type: text('type') ?? '',
					scheme: text('scheme')?.toLowerCase() ?? null,
					in: text('in'),
					keyName: text('name'),
					scopes: Array.isArray(scopes) ? scopes.filter(one => typeof one === 'string').slice(0, 50) : [],
				};
			}),
		);
}

function authTypeOf({type, scheme}: JsonObject): AuthType | null {
	switch (type) {
		case 'http':
			return String(scheme).toLowerCase() === 'basic' ? 'basic token' : 'Bearer token';
		case 'oauth2':
		case 'openIdConnect':
			return 'Bearer token';
		case 'apiKey':
			return 'API key';
		default:
			return null;
	}
}
