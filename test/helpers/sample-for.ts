import {basePath, type Route} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import {samples} from '../../contract/samples/index.ts';

/** The route of the API that a request means; undefined: there is none. @param path path and query, with or without the base path */
export function routeFor(method: string, path: string): Route | undefined {
	const words = path.replace(basePath, '').replace(/\?.*/s, '').split('/');
	return Object.values(routes as Record<string, Route>).find(
		one =>
			one.method === method &&
			one.path.split('/').length === words.length &&
			one.path.split('/').every((word, index) => word.startsWith('{') || word === words[index]),
	);
}

/**
 * What a good service would answer to a request, as fresh JSON, with its route; null: no route of the API has that path.
 * @param path path and query, with or without the base path
 * @param body text of the request's body; '' where it has none
 */
export function sampleFor(method: string, path: string, body: string): {route: Route; value: unknown} | null {
	const [pathname = '', query = ''] = path.replace(basePath, '').split('?');
	const words = pathname.split('/');
	const route = routeFor(method, path);
	if (!route) return null;
	const params = Object.fromEntries(
		route.path.split('/').flatMap((word, index) => {
			const name = /^\{(.+)\}$/.exec(word)?.[1];
			return name === undefined ? [] : [[name, decoded(words[index] ?? '')]];
		}),
	);
	const sample = (samples as unknown as Record<string, (input: unknown) => unknown>)[route.name];
	const value = sample?.({
		params,
		query: Object.fromEntries(new URLSearchParams(query)),
		body: body === '' ? {} : JSON.parse(body),
	});
	return {route, value: JSON.parse(JSON.stringify(value ?? {}))};
}

function decoded(word: string): string {
	try {
		return decodeURIComponent(word);
	} catch {
		return word;
	}
}
