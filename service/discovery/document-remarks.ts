import {httpMethods} from '../../contract/enums.ts';
import {isObject, type JsonObject} from '../../source/documents/document-value.ts';
import {resolved} from './inline-schema.ts';
import {pushTo} from '../domain/push-to.ts';

const mostNamed = 3;

/**
 * What an OpenAPI document says in a way that cannot be meant, and what is made of it; the endpoints are read all the
 * same. One sentence for each kind, with the first places.
 */
export function documentRemarks(root: JsonObject): string[] {
	const ids = new Map<string, string[]>();
	const undescribed: string[] = [];
	const paths = resolved(root, root['paths']) ?? {};
	for (const path of Object.keys(paths)) {
		const item = resolved(root, paths[path]);
		if (item === null || !path.startsWith('/')) continue;
		for (const method of httpMethods) {
			const operation = item[method.toLowerCase()];
			if (!isObject(operation)) continue;
			const name = `${method} ${path}`;
			const {operationId: id} = operation;
			if (typeof id === 'string') pushTo(ids, id, name);
			const described = new Set(
				[item['parameters'], operation['parameters']]
					.flatMap(list => (Array.isArray(list) ? list : []))
					.map(one => resolved(root, one))
					.flatMap(one => (one?.['in'] === 'path' ? [one['name']] : [])),
			);
			const missing = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, one]) => one).filter(one => !described.has(one));
			if (missing.length > 0) undescribed.push(`${missing.map(one => `{${one}}`).join(', ')} of ${name}`);
		}
	}
	const shared = [...ids].filter(([, names]) => names.length > 1).map(([id, names]) => `${id} of ${some(names, ', ')}`);
	const patterns = brokenPatterns(root);
	return [
		...(shared.length > 0
			? [`an operationId is used by several operations; links lead to the first: ${some(shared)}`]
			: []),
		...(undescribed.length > 0
			? [`path parameters have no definition and are taken for any text: ${some(undescribed)}`]
			: []),
		...(patterns.length > 0 ? [`patterns are no regular expressions and are not checked: ${some(patterns)}`] : []),
	].map(printable);
}

/** The first few, and how many more. */
function some(all: readonly string[], between = '; '): string {
	const rest = all.length > mostNamed ? `${between}and ${all.length - mostNamed} more` : '';
	return (
		all
			.slice(0, mostNamed)
			.map(one => one.slice(0, 200))
			.join(between) + rest
	);
}

/** Text of the document for people: without what a terminal would act on. */
export const printable = (text: string): string =>
	text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?');

const mostPatterns = 100;

/** Patterns of schemas that no engine could take, each with where it stands. */
function brokenPatterns(root: JsonObject): string[] {
	const found: string[] = [];
	const seen = new Set<unknown>();
	const open: Array<{node: unknown; at: string; isNames: boolean}> = [{node: root, at: '#', isNames: false}];
	for (let step = open.pop(); step !== undefined && found.length < mostPatterns; step = open.pop()) {
		const {node, at, isNames} = step;
		if (typeof node !== 'object' || node === null || seen.has(node)) continue;
		seen.add(node);
		const pattern = isNames ? undefined : (node as JsonObject)['pattern'];
		if (typeof pattern === 'string' && !isExpression(pattern)) found.push(`${JSON.stringify(pattern)} at ${at}`);
		// A place is only told: beyond some depth its beginning is enough.
		for (const [key, child] of Object.entries(node).reverse())
			open.push({node: child, at: at.length > 200 ? at : `${at}/${key}`, isNames: key === 'properties'});
	}
	return found;
}

function isExpression(pattern: string): boolean {
	for (const flags of ['u', '']) {
		try {
			return new RegExp(pattern, flags) instanceof RegExp;
		} catch {
			// Documents are written with either kind in mind.
		}
	}
	return false;
}
