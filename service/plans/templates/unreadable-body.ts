import {isLogin} from '../model/meaning.ts';
import {documentsRefusal} from '../model/operation.ts';
import {always, refuses} from './asserts.ts';
import {validRequest} from './body-fields.ts';
import {acceptedFirst} from './control.ts';
import {type RowTemplate, whyWith} from './row-draft.ts';

/** Broken JSON, and JSON that says it is plain text: both are refused. */
export const unreadableBody: RowTemplate = {
	id: 'unreadable-body',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, context) {
		const {body} = operation.endpoint;
		if (!body || !/json/i.test(body.contentType) || isLogin(operation, context.api.schemas)) return null;
		const isDocumented = documentsRefusal(operation);
		const call = validRequest(draft, operation, context, isDocumented);
		if (!call) return null;
		draft.phase = 'late';
		const control = acceptedFirst(draft, operation, call);
		for (const [id, contentType, raw, title] of [
			['broken', body.contentType, '{"unfinished": ', 'send broken JSON'],
			['mislabelled', 'text/plain', '{"label": "amber"}', 'send JSON as plain text'],
		] as const)
			draft.step({
				id,
				title,
				role: 'act',
				call: {...call, body: {contentType, raw}},
				asserts: [
					refuses(operation, [400, 415, 422], 'what cannot be read is refused'),
					...always(context.api, operation, true),
				],
			});
		control.after();
		return {
			title: 'refuses an unreadable body',
			description: 'Sends broken JSON, then JSON that is labelled as plain text.',
			selected: isDocumented && control.isShown,
			...whyWith(operation, draft, control.note),
		};
	},
};
