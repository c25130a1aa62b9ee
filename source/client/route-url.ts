import {basePath, type Route} from '../../contract/route.ts';
import {invalidField} from '../errors/api-error.ts';

/**
 * Path and query of one call below the endpoint, e.g. `/api/cli/v1/tests/tst_1/runs?pageSize=20`. Parameters are
 * percent-encoded; "an empty id, `.` or `..` is VALIDATION_ERROR", because a URL would lose it. Undefined query values
 * are left out.
 */
export function routeUrl(
	route: Pick<Route, 'path'>,
	params: Readonly<Record<string, string>> = {},
	query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name] ?? ''));
	const search = Object.entries(query)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${encodeText(name, name)}=${encodeText(name, String(value))}`)
		.join('&');
	return `${basePath}${path}${search ? `?${search}` : ''}`;
}

function encodeSegment(name: string, value: string): string {
	if (value === '' || value === '.' || value === '..') throw invalidField(name, 'must not be empty, `.` or `..`');
	return encodeText(name, value);
}

function encodeText(name: string, value: string): string {
	try {
		return encodeURIComponent(value);
	} catch {
		// Half of a surrogate pair has no UTF-8 form.
		throw invalidField(name, 'is not valid Unicode text');
	}
}

const secretParameter = /^(sig|signature|token|access_token|key|api[-_]?key|password|secret|credential|code)$/i;

/** The same path and query with the values of secret parameters replaced by `***`, for events. */
export function maskSecretParameters(url: string): string {
	const start = url.indexOf('?');
	if (start < 0) return url;
	const parts = url
		.slice(start + 1)
		.split('&')
		.map(part => {
			const name = part.split('=', 1)[0] ?? '';
			return secretParameter.test(name) && name !== part ? `${name}=***` : part;
		});
	return `${url.slice(0, start)}?${parts.join('&')}`;
}
