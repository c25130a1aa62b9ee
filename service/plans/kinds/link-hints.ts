import type {PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {EdgeHint} from './candidate.ts';

/** The `links` of a document's answers as edges: into paths, queries, headers and bodies. */
export function linkHints(operations: readonly PlanOperation[]): EdgeHint[] {
	const hints: EdgeHint[] = [];
	for (const operation of operations)
		for (const {target, parameters, requestBody} of operation.endpoint.links) {
			const consumer = `${target.method} ${target.path}`;
			const add = (place: string, expression: unknown) => {
				const pointer = pointerOf(expression);
				if (pointer === null) return;
				const reason = `the document links ${operation.key} to it`;
				hints.push({consumer, place, producer: operation.key, pointer, score: 1, reason});
			};
			for (const [name, expression] of Object.entries(parameters)) {
				const [where, own] = /^(path|query|header)\.(.+)$/.exec(name)?.slice(1) ?? [
					target.path.includes(`{${name}}`) ? 'path' : 'query',
					name,
				];
				add(`${where}:${own}`, expression);
			}
			if (typeof requestBody === 'object' && requestBody !== null)
				for (const [name, expression] of Object.entries(requestBody)) add(`body:${below('$', name)}`, expression);
		}
	return hints;
}

/** `$response.body#/data/id` → `$.data.id`, `$response.header.Location` → `header:Location`; null for all else. */
function pointerOf(expression: unknown): string | null {
	if (typeof expression !== 'string') return null;
	const header = /^\{?\$response\.header\.([\w-]+)\}?$/.exec(expression);
	if (header) return `header:${header[1]}`;
	const body = /^\{?\$response\.body#\/(.+?)\}?$/.exec(expression);
	if (!body) return null;
	return body[1]!
		.split('/')
		.map(part => part.replace(/~1/g, '/').replace(/~0/g, '~'))
		.reduce((pointer, part) => (/^\d+$/.test(part) ? `${pointer}[${part}]` : below(pointer, part)), '$');
}
