import {isLogin} from '../model/meaning.ts';
import {documentsRefusal} from '../model/operation.ts';
import {always, learned} from './asserts.ts';
import {validRequestOn} from './body-fields.ts';
import {acceptedFirst} from './control.ts';
import {numberedBody} from '../data/unique-shape.ts';
import type {RowTemplate} from './row-draft.ts';

/** Broken JSON, and JSON that says it is plain text: both are refused. */
export const unreadableBody: RowTemplate = {
	id: 'unreadable-body',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, context) {
		const {body} = operation.endpoint;
		if (!body || !/json/i.test(body.contentType) || isLogin(operation, context.api.schemas)) return null;
		const isDocumented = documentsRefusal(operation);
		const request = validRequestOn(draft, operation, context, isDocumented, {
			perCase: true,
			isRefused: true,
		});
		if (!request) return null;
		const {call, own} = request;
		draft.phase = 'late';
		const control = acceptedFirst(draft, operation, call, own);
		// Another one than the record has by now: what is stored of it all the same shows when it is read again.
		const other = own ? draft.requestOn(operation, own, {perCase: true, variant: 'mislabelled'}) : call;
		const valid = numberedBody(other.body, 1);
		// A body that may be left out is mostly overlooked under another label, and an action is done then.
		const isOverlooked = control.isOnce === true && !body.required;
		const text = valid && 'value' in valid && !isOverlooked ? {contentType: 'text/plain', value: valid.value} : null;
		// Of a form that nobody can read a document's word for other mistakes says nothing.
		for (const [id, sent, oneOf, what] of [
			['broken', {contentType: body.contentType, raw: '{"unfinished": '}, [400, 422], 'broken JSON'],
			['mislabelled', text, [400, 415, 422], 'JSON as plain text'],
		] as const)
			if (sent)
				draft.step({
					id,
					title: `send ${what}`,
					role: 'act',
					call: {...call, body: sent},
					asserts: [
						learned(
							'status',
							`${what}: expected {expected}, got {actual}`,
							{type: 'status', oneOf: [...oneOf]},
							'what cannot be read is refused',
						),
						...always(context.api, operation, true),
					],
				});
		control.after();
		return {
			title: 'refuses an unreadable body',
			description: text ? 'Sends broken JSON, then JSON that is labelled as plain text.' : 'Sends broken JSON.',
			selected: isDocumented && control.isShown,
			note: control.note,
		};
	},
};
