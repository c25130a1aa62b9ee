import {always, documentedShape, hard, succeeds} from './asserts.ts';
import {handlePointer} from './expect-record.ts';
import type {RowTemplate} from './row-draft.ts';

/** A record is asked for by its handle: it is that one. */
export const read: RowTemplate = {
	id: 'read',
	category: 'functional',
	priority: 'p0',
	fill(draft, operation, {api}) {
		if (operation.method !== 'GET' || operation.pathParameters.length === 0) return null;
		const kind = api.kindAt(operation);
		if (!kind || kind.reader !== operation) return null;
		const call = draft.request(operation, {});
		const pointer = handlePointer(api, operation, kind);
		const value = call.path[kind.parameter ?? ''];
		const isAsked = pointer !== null && value !== undefined && value.is !== 'literal';
		// Its shape has a row of its own; here it counts where nothing else tells that a record is answered.
		const described = documentedShape(api, operation, 2).filter(({check}) => !isAsked || check.type === 'contentType');
		const asserts = [succeeds(operation), ...always(api, operation), ...described];
		if (isAsked)
			asserts.push(
				hard(
					`handle:${pointer}`,
					'asked for {expected}, got {actual}',
					{type: 'equals', pointer, value, as: 'number'},
					'the record that was asked for is answered',
				),
			);
		draft.step({id: 'read', title: `read the ${kind.noun}`, role: 'act', call, asserts});
		return {
			title: `reads the ${kind.noun} that was asked for`,
			description: `Asks for ${describedSource(draft.safety, kind.noun)} by its ${kind.parameter}.`,
		};
	},
};

export const describedSource = (safety: string, noun: string): string =>
	safety === 'borrows' ? `a ${noun} out of the list` : `the ${noun} that an earlier test has made`;
