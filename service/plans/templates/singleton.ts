import {isDeepStrictEqual} from 'node:util';
import {isVersionSegment} from '../../domain/endpoint-path.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';
import {always, documentedShape, succeeds} from './asserts.ts';
import type {Capture} from '../recipe.ts';
import type {PlanContext} from './context.ts';
import {lookUp} from './lookup.ts';
import type {RowTemplate} from './row-draft.ts';

const levels = 3;

/** Whether the row that asks for an answer compares all that its schema says. */
export const comparesAll = ({api}: PlanContext, operation: PlanOperation): boolean =>
	isDeepStrictEqual(documentedShape(api, operation, levels), documentedShape(api, operation, levels + 1));

/** A GET that reads no record of a kind and lists none. */
export function isOther(operation: PlanOperation, {api}: PlanContext): boolean {
	const kind = api.kindAt(operation);
	return operation.method === 'GET' && !(kind && (kind.reader === operation || kind.list === operation));
}

/** Every other GET: status, media type and shape; a public one also without a credential. */
export const singleton: RowTemplate = {
	id: 'singleton',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, wanted, hasCredential} = context;
		if (!isOther(operation, context)) return null;
		const found = wanted(operation).length === 0 ? lookUp(draft, operation, context) : null;
		if (found) return found;
		const captures = wanted(operation).flatMap(({variable, pointer}): Capture[] =>
			pointer.startsWith('$')
				? [{variable, tag: 'value', from: {in: 'body', pointer}, publish: true, isHandle: false, deletedBy: null}]
				: [],
		);
		const asserts = [succeeds(operation), ...always(api, operation), ...documentedShape(api, operation, levels)];
		draft.step({id: 'get', title: 'ask for it', role: 'act', call: draft.request(operation, {}), asserts, captures});
		const isPublic = operation.endpoint.secure === false;
		if (isPublic && hasCredential)
			draft.step({
				id: 'get_without',
				title: 'ask without a credential',
				role: 'act',
				call: draft.request(operation, {auth: 'none'}),
				asserts: [succeeds(operation), ...always(api, operation)],
			});
		return {
			title: titleOf(operation.endpoint.summary, operation.segments),
			description: `Asks${isPublic && hasCredential ? ' with and without a credential' : ' and looks at the answer'}.`,
		};
	},
};

/** What a reading verb of a document is as a sentence about the endpoint. */
const verbs: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/^(?:gets?|retrieves?|fetch(?:es)?|reads?|returns?|views?|quer(?:y|ies)|obtains?)\b(?!\s*(?:\/|or\b|and\b))/i,
		'returns',
	],
	[/^lists?\b(?!\s*(?:\/|or\b|and\b))/i, 'lists'],
	[/^shows?\b/i, 'shows'],
	[/^(?:finds?)\b/i, 'finds'],
	[/^search(?:es)?\b/i, 'searches'],
	[/^checks?\b/i, 'checks'],
	[/^answers?\b/i, 'answers'],
];

/** "Get tags" → `returns tags`; what begins with no such verb stays as it is. */
function answering(said: string): string {
	for (const [verb, third] of verbs) if (verb.test(said) && /\s/.test(said)) return said.replace(verb, third);
	return `answers: ${said[0]!.toLowerCase()}${said.slice(1)}`;
}

function titleOf(summary: string | null, segments: readonly string[]): string {
	// The first sentence says what it is; what follows is advice.
	const [first = ''] = (summary ?? '').trim().split(/\.\s/);
	const said = first.replace(/(?<![.\s])[.\s]+$/, '');
	if (said) return answering(said).slice(0, 190);
	return `answers ${
		segments
			.filter(one => !isParameter(one) && !isVersionSegment(one))
			.join(' ')
			.replace(/[-_]/g, ' ') || 'at its root'
	}`;
}
