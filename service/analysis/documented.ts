import {distance} from 'fastest-levenshtein';
import {endpointAt} from '../domain/endpoint-at.ts';
import type {RecordedCall} from '../runners/runner.ts';
import {endpointOf, pathOfUrl, queryOf} from './endpoint.ts';
import {excerpt, nameList} from './excerpt.ts';
import type {DocumentedOperation, FailureFacts} from './facts.ts';

/** The operation of a document that a call belongs to; null: none, or there is no document. */
const documentedFor = ({project}: FailureFacts, call: RecordedCall): DocumentedOperation | null =>
	endpointAt(project?.documented ?? [], call.method.toUpperCase(), pathOfUrl(call.url));

/** What a document does not know of an address: that it has no such path, and which comes nearest. Null: it has it. */
export function unknownPathText(facts: FailureFacts, call: RecordedCall): string | null {
	const documented = facts.project?.documented ?? [];
	if (documented.length === 0 || documentedFor(facts, call)) return null;
	const path = pathOfUrl(call.url);
	const methods = [...new Set(documented.map(({method}) => method))].filter(method =>
		endpointAt(documented, method, path),
	);
	if (methods.length > 0) return `The document of the API has that path for ${methods.join(', ')} only.`;
	const nearest = nearestTo(documented, call);
	return `No endpoint of the document has that path${nearest ? `; the nearest is ${nearest.method} ${excerpt(nearest.path, 120)}` : ''}.`;
}

function nearestTo(documented: readonly DocumentedOperation[], call: RecordedCall): DocumentedOperation | null {
	const [, path = ''] = endpointOf(call).split(' ');
	const bare = (text: string) =>
		text
			.replace(/\{[^{}]*\}/g, '{}')
			.replace(/\/$/, '')
			.toLowerCase();
	const wanted = bare(path);
	const ranked = documented
		.map(operation => {
			const template = bare(operation.path);
			// What the project's target has in front of it may not stand in the document.
			const far = Math.min(distance(wanted, template), wanted.endsWith(template) ? 1 : Number.POSITIVE_INFINITY);
			return {operation, far: far + (operation.method === call.method.toUpperCase() ? 0 : 0.5), template};
		})
		.toSorted((one, other) => one.far - other.far);
	const [first] = ranked;
	return first && first.far <= Math.max(wanted.length, first.template.length) / 2 ? first.operation : null;
}

/** Query parameters that a call has and its document does not know; null: there are none, or nobody knows. */
export function unknownQueryText(facts: FailureFacts, call: RecordedCall): string | null {
	const operation = documentedFor(facts, call);
	if (!operation) return null;
	const known = operation.query.map(name => name.replace(/\[\]$/, ''));
	const unknown = [
		...new Set(
			queryOf(call)
				.map(([name]) => name)
				.filter(name => !known.includes(name.replace(/\[.*$/s, ''))),
		),
	];
	if (unknown.length === 0) return null;
	const knows = known.length === 0 ? 'it knows none' : `it knows ${nameList(known)}`;
	return `The document of ${operation.method} ${excerpt(operation.path, 120)} has no query parameter ${nameList(unknown)} (${knows}): the API may ignore ${unknown.length === 1 ? 'it' : 'them'}.`;
}
