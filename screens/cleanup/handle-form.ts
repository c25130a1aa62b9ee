import type {CleanupCard} from '../../contract/cleanup.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {cleanupStore} from '../../source/stores/cleanup.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {openForm, textInput} from '../actions/forms.ts';

/** `$.secret` of a field that was considered; the start of one when none was. */
function firstPointer({considered: [first]}: CleanupCard): string {
	if (first === undefined) return '$.';
	return cleanLine(first.field.startsWith('$') ? first.field : `$.${first.field}`);
}

/** Asks where the handle of what an endpoint creates stands, beginning with the record under the cursor. */
export function tellHandle(dashboard: Dashboard, projectId: ProjectId, card: CleanupCard): void {
	const {method, path} = card.sourceEndpoint;
	const pointer = firstPointer(card);
	openForm(dashboard, {
		title: 'Where the handle stands',
		fields: [
			textInput('endpoint', 'Endpoint', {value: cleanLine(`${method} ${path}`)}),
			textInput('pointer', 'Pointer', {value: pointer, note: 'in the answer, else in the request: $.data.key'}),
		],
		focus: 1,
		async send({endpoint = '', pointer: told = ''}) {
			const [, verb, template] = /^(POST|PUT|PATCH) +(\/\S*)$/.exec(endpoint.trim()) ?? [];
			if (verb === undefined || template === undefined)
				throw new Error('The endpoint is a method and a path, such as POST /tokens.');
			if (!told.trim().startsWith('$'))
				throw new Error('The pointer begins with $, such as $.secret or $.data.items[0].key.');
			const handle = {method: verb as 'POST' | 'PUT' | 'PATCH', path: template, pointer: told.trim()};
			await dashboard.storeOf(cleanupStore).tellHandle(projectId, handle);
			dashboard.ui.toast('Kept for every later run; R tries what is new', 'success');
			return true;
		},
	});
}
